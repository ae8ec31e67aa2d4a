import { escapeHtml as escape, imgTag } from '@quire/sdk/html'
import type { RichText } from '@quire/sdk/rich-text'
import { QuireError, route, type RouteArguments } from 'quire'
import { policy, style } from './page-style.ts'
import { richTextHtml, textPopulation } from './rich-text-html.ts'

interface Picture {
  readonly url: string
  readonly alt: string | null
  readonly sizes: { readonly thumb: { readonly url: string } | null }
}

/** What the page shows of a post. In a preview, anything may still be missing. */
interface ShownPost {
  readonly title: string | null
  readonly excerpt: string | null
  readonly publishedAt: string | null
  readonly readingMinutes: number | null
  readonly body: RichText | null
  readonly author: { readonly name: string; readonly portrait: Picture | null } | null
  readonly cover: Picture | null
  readonly sections: readonly Section[] | null
}

type Section =
  | { readonly blockType: 'quote'; readonly text: string; readonly source: string | null }
  | { readonly blockType: 'callout'; readonly text: string }
  | { readonly blockType: 'sample'; readonly caption: string | null; readonly source: string }

const populate = { author: { populate: { portrait: true } }, cover: true, body: textPopulation }

/**
 * The page of a post. Most sites are programs of their own that ask the API; this one is small enough to be a route.
 * With a preview token, it shows the newest content of the document that the token is for: the admin app asks for
 * this address, as `admin.preview` of the collection says.
 */
export const postPage = route({
  method: 'GET',
  path: '/site/posts/:slug',
  summary: 'A post as a page',
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      id: { type: 'string', description: 'The document that the preview token is for.' },
      preview: { type: 'string', description: 'A preview token.' },
      locale: { type: 'string', enum: ['en', 'de'], default: 'en' },
    },
  },
  handler: async ({ params, query, local, respond }) => {
    const { posts, settings } = methodsOf(local)
    const { locale = 'en' } = query
    const post = await findPost(posts, params['slug'] ?? '', { ...query, locale })
    if (!post) throw new QuireError('not_found', 'There is no such post.')
    const page = pageOf(post, await settings.get({ locale }), locale)
    return respond(200, page, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
  },
})

interface Asked {
  readonly id?: string
  readonly preview?: string
  readonly locale: string
}

/** What the page asks for. The type of the whole application would depend on this route, which is a part of it. */
interface Methods {
  readonly posts: {
    preview(id: string, token: string, options: object): Promise<ShownPost>
    find(options: object): Promise<{ docs: ShownPost[] }>
  }
  readonly settings: { get(options: object): Promise<Site> }
}

function methodsOf({ collections, globals }: RouteArguments['local']): Methods {
  return { ...collections, ...globals } as unknown as Methods
}

async function findPost(posts: Methods['posts'], slug: string, asked: Asked): Promise<ShownPost | undefined> {
  const { id = '', preview, locale } = asked
  if (preview !== undefined) return posts.preview(id, preview, { populate, locale })
  const { docs } = await posts.find({ where: { slug: { equals: slug } }, populate, locale, limit: 1 })
  return docs[0]
}

interface Site {
  readonly siteName: string
  readonly tagline: string | null
}

function pageOf(post: ShownPost, { siteName, tagline }: Site, locale: string): string {
  const { title, excerpt, cover, body, sections } = post
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} · ${escape(siteName)}</title>
<style>${style}</style>
<header><strong>${escape(siteName)}</strong><span>${escape(tagline)}</span></header>
<main>
<h1>${escape(title)}</h1>
<p class="lead">${escape(excerpt)}</p>
${aboutHtml(post, locale)}
${imgTag(cover, { attributes: { class: 'cover', loading: 'eager' } })}
${richTextHtml(body)}
${(sections ?? []).map(sectionHtml).join('\n')}
</main>
<footer>${escape(siteName)}</footer>
</html>
`
}

function aboutHtml({ author, publishedAt, readingMinutes }: ShownPost, locale: string): string {
  const portrait = author?.portrait?.sizes.thumb
  const facts = [
    author?.name,
    publishedAt && new Date(publishedAt).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    readingMinutes && (locale === 'de' ? `${readingMinutes} Min. Lesezeit` : `${readingMinutes} min to read`),
  ]
  const picture = portrait ? `<img src="${escape(portrait.url)}" alt="">` : ''
  return `<p class="about">${picture}<span>${facts.filter(Boolean).map(escape).join(' · ')}</span></p>`
}

function sectionHtml(section: Section): string {
  switch (section.blockType) {
    case 'quote':
      return `<figure><blockquote>${escape(section.text)}</blockquote>${captionHtml(section.source)}</figure>`
    case 'callout':
      return `<aside>${escape(section.text)}</aside>`
    case 'sample':
      return `<figure><pre><code>${escape(section.source)}</code></pre>${captionHtml(section.caption)}</figure>`
  }
}

function captionHtml(text: string | null): string {
  return text === null ? '' : `<figcaption>${escape(text)}</figcaption>`
}
