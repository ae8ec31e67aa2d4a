/** State of a document according to acknowledgements. */
export interface PostState {
  readonly revision: number
  readonly title: string
  /** The title of the live copy, or null if there is none. */
  readonly live: string | null
  readonly place: 'there' | 'trash' | 'gone'
}

export interface Post {
  readonly id: string
  /** By revision, for restores. */
  readonly titles: Map<number, string>
  state: PostState
  /** The alternative state, because the outcome of the last call is unknown. */
  perhaps: PostState | undefined
  /** Set if a publication is scheduled: it runs once, and no other call changes the document. */
  planned: boolean
}

export interface StoredFile {
  readonly id: string
  readonly objectKey: string
  readonly content: Buffer
}

/** Acknowledged writes, and writes with unknown outcome. */
export class Ledger {
  readonly posts = new Map<string, Post>()
  readonly files = new Map<string, StoredFile>()
  /** Slugs of posts whose creation was not answered: each may exist once, or not. */
  readonly unanswered = new Set<string>()
  /** Acknowledged revisions that other services must receive: `id revision`. */
  readonly told = new Set<string>()
  /** Names of shelves that jobs create, each once. */
  readonly shelves = new Set<string>()
  /** Documents that were changed since the last check. */
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

  /** The call succeeded. */
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
