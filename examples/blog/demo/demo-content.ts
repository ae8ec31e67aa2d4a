import type config from '../quire.config.ts'
import type { CreateInput } from 'quirecms'

type Input<Slug extends 'authors' | 'posts' | 'pages' | 'tags'> = CreateInput<typeof config, Slug>

/**
 * A post with names instead of ids, because only the database gives ids: tags and authors by their English names, in
 * the order of the lists.
 */
export interface DemoPost extends Pick<Input<'posts'>, 'excerpt' | 'sections' | 'links' | 'featured' | 'views'> {
  readonly title: string
  readonly author: string
  readonly tags: readonly string[]
  /** Published on this day, as the calendar of the demo has it; without it, the post is a draft. */
  readonly date?: string
  /** In Markdown. */
  readonly body: string
  readonly german?: { readonly title: string; readonly excerpt: string; readonly body: string }
  /** What stands in its text beside words: a picture by its name, another post by its title, and a tip. */
  readonly shows?: { readonly picture: string; readonly post: string; readonly tip: string }
  /** Titles of other posts. */
  readonly related?: readonly string[]
  readonly note?: string
  /** The name of a picture. */
  readonly cover: string
  /** Changes since the publication that are not published yet. */
  readonly edited?: { readonly title?: string; readonly excerpt?: string; readonly body?: string }
  /** Its newest content is published so many days after the first start. */
  readonly inDays?: number
}

export interface DemoPage extends Pick<Input<'pages'>, 'order'> {
  readonly title: string
  readonly body: string
  readonly german: { readonly title: string; readonly body: string }
  /** The title of another page that comes before it. */
  readonly parent?: string
  readonly questions?: readonly { readonly question: string; readonly answer: string }[]
}

export interface DemoPicture {
  readonly name: string
  /** Where it is. */
  readonly file: URL
  readonly alt: string
  readonly german: string
}

export interface DemoTag extends Pick<Input<'tags'>, 'name' | 'color'> {
  readonly german: string
}

export interface DemoAuthor extends Omit<Input<'authors'>, 'slug' | 'portrait'> {
  /** The name of a picture. */
  readonly portrait: string
  readonly german: { readonly role: string; readonly bio: string }
}
