import uvicorn
def run(make, *, port, lan, folder, new_token, certificate, key):
    uvicorn.run(make(), port=port, log_level="warning")
