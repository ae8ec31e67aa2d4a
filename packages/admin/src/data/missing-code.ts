/** Error messages of Chromium, Firefox and Safari, and of Vite for styles. */
const SAID = /dynamically imported module|importing a module script failed|unable to preload css/i

/**
 * Whether a part of the app could not be fetched: the network is gone, or a newer version has taken the place of this
 * one.
 */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && SAID.test(error.message)
}
