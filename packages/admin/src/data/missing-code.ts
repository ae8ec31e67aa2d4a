/** Error messages of Chromium, Firefox and Safari, and of Vite for styles. */
const SAID = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether the code of a screen could not be loaded: offline, or replaced by a newer version of the app. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && SAID.test(error.message)
}
