// Numbers as they are written, exactly as Python's own formats and jotto/errors.py write them.

/**
 * A number with `places` decimals; what lies exactly between two becomes even: 2.25 is 2.2.
 * @type {(number: number, places: number) => string}
 */
export function fixed(number, places) {
  const text = number.toFixed(places);
  const tail = number.toFixed(places + 40).slice(text.length + (places ? 0 : 1));
  if (!/^50*$/.test(tail)) return text;
  const scale = 10 ** places;
  const low = Math.floor(Math.abs(number) * scale);
  const even = (low % 2 ? low + 1 : low) / scale;
  return (number < 0 ? "-" : "") + even.toFixed(places);
}

/** @type {(number: number) => string} */
export const signed = (number) => `${number < 0 ? "" : "+"}${fixed(number, 2)}`;

/** @type {(number: number, places?: number) => string} */
export const grouped = (number, places = 0) => fixed(number, places).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/**
 * Two significant digits without trailing zeros, as Python's format .2g.
 * @type {(number: number) => string}
 */
function general(number) {
  if (!number) return "0";
  let exponent = Math.floor(Math.log10(number));
  if (number < 10 ** exponent) exponent--;
  if (exponent < -4) {
    const [digits, power] = number.toExponential(1).split("e");
    return `${digits.replace(/\.0$/, "")}e-${String(-Number(power)).padStart(2, "0")}`;
  }
  const text = fixed(number, Math.max(1 - exponent, 0));
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** @type {(chance: number) => string} */
export const percentage = (chance) => `${chance >= 0.1 ? fixed(chance * 100, 0) : general(100 * chance)}%`;

/** @type {(number: number) => string} */
export const approximate = (number) => (number >= 10 ? grouped(number) : fixed(number, 1).replace(/\.0$/, ""));
/** The date of a time where this device is, as 2026-11-26. @type {(time: Date) => string} */
export const dayOf = (time) => new Date(time.getTime() - 60000 * time.getTimezoneOffset()).toISOString().slice(0, 10);

/** @type {(number: number, noun: string) => string} */
export const count = (number, noun) =>
  `${grouped(number)} ${noun}${number === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
