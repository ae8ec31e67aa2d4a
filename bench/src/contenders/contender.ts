/** A server of the benchmark's content over HTTP, in its own process. */
export interface Contender {
  /** Creates a database with the content that every scenario starts from; for SQLite, in this folder. */
  seed(folder: string, extent: SeedExtent): Promise<void>
  /** Serves this folder's database on this port of 127.0.0.1, and prints `ready at http://…` when it is ready. */
  command(folder: string, port: number): ServerCommand
  /** Signs an editor in to the running server. Returns the header of later requests; absent without users. */
  signIn?(port: number): Promise<string>
}

export interface ServerCommand {
  /** Program to run; `node` by default. */
  readonly program?: string
  readonly args: readonly string[]
  /** Output of a ready server; `ready at …` by default. */
  readonly ready?: RegExp
  readonly env?: Readonly<Record<string, string>>
}

/** Collections of events to fill: a million documents take a while. */
export interface SeedExtent {
  readonly events: readonly string[]
}
