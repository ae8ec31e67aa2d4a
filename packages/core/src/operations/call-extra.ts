/**
 * Differences between calls in process and by clients. The types of all other parts are written once
 * (docs/contract/command-line.md#one-shape).
 */
export interface CallExtra {
  /** Options of every call. */
  readonly options: object
  /** Further options of uploads. */
  readonly upload: object
  readonly file: unknown
  readonly content: unknown
}
