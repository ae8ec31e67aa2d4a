export interface BackupPlace {
  /** A folder of this machine where one is put together. It may have to be made. */
  readonly workPlace: string
  /** The name that it wants, if there is only one. */
  readonly fixedName: string | null
  /** For people: where a backup of this name is. */
  describe(name: string): string
  /** Takes a finished file from the work place. It appears under its name when all of it is there, and is then durable. */
  take(file: string, name: string): Promise<void>
  /** The names of all files in the place, including those of other programs. */
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** A backup that can be read, more than once. */
export interface BackupSource {
  /** From its beginning. */
  open(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}
