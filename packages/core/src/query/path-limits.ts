/** Characters of a path; a longer one is unknown. */
export const LONGEST_PATH = 512
/** Steps of a path into other documents. */
export const MOST_HOPS = 5
/** In how many collections one path may be looked for at once: each costs a search of its own. */
export const MOST_ALTERNATIVES = 20

/** What is wrong with a path that is known, and goes beyond these. */
export function leadsTooFar(path: string): string {
  return `"${path}" leads too far: a path takes at most ${MOST_HOPS} steps into other documents, and fewer through drafts and through relationships to several collections. Use a shorter one.`
}
