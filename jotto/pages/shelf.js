// What this device keeps: texts under names, in the browser's storage; what cannot be kept there lasts as long as the
// page.

/** @type {Record<string, string>} */
let shelf = {};
/** Whether nothing can be kept. */
export let isBarred = false;
try {
  shelf = /** @type {any} */ (localStorage);
  isBarred = !shelf;
} catch {
  isBarred = true;
}
shelf ||= {};
/** @type {Record<string, string>} */
const refused = {}; // what the storage had no room for

/** Whether something will be lost when the page is closed. */
export const isFull = () => isBarred || Object.values(refused).some(Boolean);

/** @type {(start: string) => string[]} */
export const namesOf = (start) =>
  [...new Set([...Object.keys(shelf), ...Object.keys(refused)])].filter((name) => name.startsWith(start));

/** @type {(name: string) => string | null} */
export const textOf = (name) => (name in refused ? refused[name] : shelf[name]) || null;

/**
 * Keep a text; without one, nothing.
 * @type {(name: string, text?: string | null) => void}
 */
export function keep(name, text) {
  try {
    if (text) shelf[name] = text;
    else delete shelf[name];
    delete refused[name];
  } catch {
    refused[name] = text || "";
  }
}

/**
 * What a text says; null if it is damaged.
 * @type {(text: string | null) => any}
 */
export function parsed(text) {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null;
  }
}

/**
 * What is kept under a name, as an object.
 * @type {(name: string) => Record<string, any>}
 */
export const stored = (name) => parsed(textOf(name)) || {};

/** @type {(name: string, value: unknown) => void} */
export const store = (name, value) => keep(name, value ? JSON.stringify(value) : null);
