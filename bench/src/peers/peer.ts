import type { ServerCommand } from '../contenders/contender.ts'
import type { Author, Post, Tag } from '../content/post.ts'
import type { BenchRequest } from '../scenarios/scenario.ts'

export type PeerId = string | number

/** A post with this server's ids of its author and tags. */
export type PeerPost = Omit<Post, 'author' | 'tags'> & { readonly author: PeerId; readonly tags: readonly PeerId[] }

type Json = Readonly<Record<string, unknown>>

/** Requests and responses of one server's API. */
export interface PeerApi {
  readonly created: 200 | 201
  createAuthor(author: Author): BenchRequest
  createTag(tag: Tag): BenchRequest
  createPost(post: PeerPost): BenchRequest
  updatePost(id: PeerId, change: Pick<Post, 'title' | 'views'>): BenchRequest
  readPost(id: PeerId): BenchRequest
  /**
   * Ten posts with more views than this, most views first, with the total; optionally with author and tags populated.
   */
  listPosts(views: number, isPopulated: boolean): BenchRequest
  docIn(answer: Json): Json
  docsIn(answer: Json): readonly Json[]
  totalIn(answer: Json): number
  authorIn(doc: Json): unknown
  tagsIn(doc: Json): readonly unknown[]
}

/** Another engine, installed by npm and started as its documentation says. */
export interface Peer {
  readonly name: string
  readonly packages: readonly string[]
  /** Supported Node releases, if the benchmark's own is not among them. */
  readonly nodes?: readonly number[]
  readonly api: PeerApi
  /** Writes the files that a user would write: the model and the server program. */
  prepare(folder: string, node: string): Promise<void>
  /** Setup that needs the running server, such as the model. */
  setUp?(port: number): Promise<void>
  /** Serves this folder, and prints `ready at …` when it is ready. */
  command(folder: string, port: number, node: string): ServerCommand
}
