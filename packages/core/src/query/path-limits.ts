/** Maximum length of a path in characters; a longer one is unknown. */
export const LONGEST_PATH = 512
/** Maximum number of steps of a path into other documents. */
export const MOST_HOPS = 5
export const MOST_ALTERNATIVES = 20

export function leadsTooFar(path: string): string {
  return `"${path}" leads too far: a path takes at most ${MOST_HOPS} steps into other documents, and fewer through drafts and through relationships to several collections. Use a shorter one.`
}
