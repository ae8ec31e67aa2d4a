import type { ServerCommand } from '../contenders/contender.ts'
import type { Author, Post, Tag } from '../content/post.ts'
import type { BenchRequest } from '../scenarios/scenario.ts'

/** An id as its server writes it. */
export type PeerId = string | number

/** A post whose author and tags have the ids that this server gave them. */
export type PeerPost = Omit<Post, 'author' | 'tags'> & { readonly author: PeerId; readonly tags: readonly PeerId[] }

type Json = Readonly<Record<string, unknown>>

/** How one server is asked for what all of them are asked for, and where its answers have it. */
export interface PeerApi {
  /** The status of an answer to what made a document. */
  readonly created: 200 | 201
  createAuthor(author: Author): BenchRequest
  createTag(tag: Tag): BenchRequest
  createPost(post: PeerPost): BenchRequest
  updatePost(id: PeerId, change: Pick<Post, 'title' | 'views'>): BenchRequest
  readPost(id: PeerId): BenchRequest
  /** Ten posts with more views than this, most read first, with the total; with the author and the tags of each in the place of ids. */
  listPosts(views: number, isPopulated: boolean): BenchRequest
  /** The document in an answer to one that was read or written. */
  docIn(answer: Json): Json
  docsIn(answer: Json): readonly Json[]
  totalIn(answer: Json): number
  /** The name of the author that stands in the place of the id. */
  authorIn(doc: Json): unknown
  tagsIn(doc: Json): readonly unknown[]
}

/** Another engine, as npm installs it and its own documentation starts it. */
export interface Peer {
  readonly name: string
  readonly packages: readonly string[]
  /** The releases of Node that it runs on, if not on ours. */
  readonly nodes?: readonly number[]
  readonly api: PeerApi
  /** Writes what a user would write: the model, and the program that serves it. */
  prepare(folder: string, node: string): Promise<void>
  /** What can only be said to the running server, such as the model. */
  setUp?(port: number): Promise<void>
  /** Serves what is in this folder, and prints `ready at …` once it does. */
  command(folder: string, port: number, node: string): ServerCommand
}
