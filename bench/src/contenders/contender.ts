/** Something that serves posts over HTTP from a database on disk. Each runs in a process of its own. */
export interface Contender {
  readonly name: string
  /** Makes a database in this folder with the posts that every scenario starts from. */
  seed(folder: string): Promise<void>
  /** Serves the database of this folder on a free port of the loopback interface. */
  serve(folder: string): Promise<Served>
}

export interface Served {
  readonly port: number
  close(): Promise<void>
}
