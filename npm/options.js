// What programs give, checked: the names of options, their kinds, their ranges. A message says what to give instead.
import { Wrong, alike, quoted, repr } from "../jotto/pages/text.js";

/** Reads a value that has a name; throws if it is of another kind. @typedef {(name: string, value: any) => any} Kind */

/** @type {(value: any) => string} */
function shown(value) {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return "a list";
  return value && typeof value === "object" ? "an object" : typeof value === "function" ? "a function" : String(value);
}

/** @type {(value: any, names: readonly string[]) => string} */
function meant(value, names) {
  const [near] = typeof value === "string" ? alike(value.toLowerCase(), [...names], []) : [];
  return near ? `; did you mean ${repr(near)}?` : "";
}

/** @type {(called: string, fits: (value: any) => boolean) => Kind} */
export const kind = (called, fits) => (name, value) => {
  if (!fits(value)) throw new Wrong(`${name}: ${shown(value)} is not ${called}`);
  return value;
};

export const anything = kind("", () => true);
export const string = kind("a text", (value) => typeof value === "string");
export const flag = kind("true or false", (value) => typeof value === "boolean");

/** @type {(least: number, most?: number) => Kind} */
export const whole = (least, most = Number.MAX_SAFE_INTEGER) =>
  kind(
    `a whole number, ${least} ${most < Number.MAX_SAFE_INTEGER ? `to ${most}` : "or more"}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  );

const iterable = kind("a list", (value) => typeof value === "object" && Boolean(value?.[Symbol.iterator]));

/** A list, also a set or an array of numbers; as a list of its own. @type {(item?: Kind) => Kind} */
export const list =
  (item = anything) =>
  (name, value) =>
    Array.from(iterable(name, value), (each) => item(name, each));

/** @type {(names: readonly string[], fits?: (value: any) => boolean, further?: string) => Kind} */
export const choice =
  (names, fits = (value) => names.includes(value), further = "") =>
  (name, value) => {
    if (fits(value)) return value;
    throw new Wrong(`${name} ${shown(value)}: choose ${names.join(", ")}${further}${meant(value, names)}`);
  };

/**
 * Options, each read by its kind; one that is undefined is not given.
 * @type {(what: string, kinds: Record<string, Kind>, given: any) => any}
 */
export function checked(what, kinds, given = {}) {
  const names = Object.keys(kinds);
  if (shown(given) !== "an object")
    throw new Wrong(`${what}: give an object, such as { ${names[0]}: ... }, not ${shown(given)}`);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(kinds, name));
  if (unknown !== undefined)
    throw new Wrong(`${what} has no ${repr(unknown)}; it has ${names.join(", ")}${meant(unknown, names)}`);
  const values = names
    .filter((name) => given[name] !== undefined)
    .map((name) => [name, kinds[name](name, given[name])]);
  return Object.fromEntries(values);
}
