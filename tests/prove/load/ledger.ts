/** What is known of a document, from what was acknowledged. */
export interface PostState {
  readonly revision: number
  readonly title: string
  /** The title of the live copy, or null if there is none. */
  readonly live: string | null
  readonly place: 'there' | 'trash' | 'gone'
}

export interface Post {
  readonly id: string
  /** By revision: what can be gone back to. */
  readonly titles: Map<number, string>
  state: PostState
  /** What it may be instead, since the outcome of the last call is unknown. */
  perhaps: PostState | undefined
  /** Set if a publication is scheduled: it happens once, and no other call changes the document. */
  planned: boolean
}

export interface StoredFile {
  readonly id: string
  readonly objectKey: string
  readonly content: Buffer
}

/** All that was acknowledged, and all whose outcome is unknown. */
export class Ledger {
  readonly posts = new Map<string, Post>()
  readonly files = new Map<string, StoredFile>()
  /** Slugs of posts whose creation was not answered: there may be one document of each, or none. */
  readonly unanswered = new Set<string>()
  /** Revisions that were acknowledged, and that other services must hear of: `id revision`. */
  readonly told = new Set<string>()
  /** Names of shelves that jobs put up, each of them once. */
  readonly shelves = new Set<string>()
  /** Documents whose state was not checked since the last look. */
  readonly touched = new Set<string>()

  add(post: Omit<Post, 'titles' | 'perhaps' | 'planned'> & Partial<Post>): Post {
    const { id, state } = post
    const added: Post = {
      titles: new Map([[state.revision, state.title]]),
      perhaps: undefined,
      planned: false,
      ...post,
    }
    this.posts.set(id, added)
    this.acknowledge(added, state)
    return added
  }

  /** The call was answered as done. */
  acknowledge(post: Post, state: PostState): void {
    post.state = state
    post.perhaps = undefined
    post.titles.set(state.revision, state.title)
    this.touched.add(post.id)
    this.told.add(`${post.id} ${state.revision}`)
  }

  /** The call was not answered. */
  doubt(post: Post, state: PostState): void {
    post.perhaps = state
    this.touched.add(post.id)
  }
}
