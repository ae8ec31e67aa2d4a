/**
 * A name within a sentence that may run the other way: its own signs stay with it, such as the stop of "Example Inc."
 */
export function isolated(name: string): string {
  return document.documentElement.dir === 'rtl' ? `\u2068${name}\u2069` : name
}
