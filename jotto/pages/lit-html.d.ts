// What the page uses of lit-html.
export interface TemplateResult {
  strings: TemplateStringsArray;
  values: unknown[];
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, container: Element): unknown;
export const nothing: unique symbol;
