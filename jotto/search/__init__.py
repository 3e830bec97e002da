"""Looking further ahead: least totals, worst cases and bounds."""
