export interface BackupPlace {
  /** Local folder for an unfinished backup; may not exist yet. */
  readonly workPlace: string
  /** The required name, if there is only one. */
  readonly fixedName: string | null
  describe(name: string): string
  /** Moves a finished file from the work folder. It appears atomically under its name, and is durable. */
  take(file: string, name: string): Promise<void>
  /** The names of all files in the place, including those of other programs. */
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** A readable backup; can be read several times. */
export interface BackupSource {
  /** Starts at the beginning. */
  open(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}
