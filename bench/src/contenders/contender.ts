/** Something that serves the benchmark's content over HTTP, as a command in a process of its own. */
export interface Contender {
  /** Makes a database with the content that every scenario starts from; on SQLite, in this folder. */
  seed(folder: string, extent: SeedExtent): Promise<void>
  /** Serves the database of this folder on this port of the loopback interface, and prints `ready at http://…` when it does. */
  command(folder: string, port: number): ServerCommand
}

export interface ServerCommand {
  /** What follows `node`. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Which collections of events are filled: a million documents take their time. */
export interface SeedExtent {
  readonly events: readonly string[]
}
