/** Isolates the direction of a name in a sentence, so that its punctuation stays with it. */
export function isolated(name: string): string {
  return document.documentElement.dir === 'rtl' ? `\u2068${name}\u2069` : name
}
