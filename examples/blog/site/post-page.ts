import { escapeHtml as escape, imgTag } from '@quirecms/sdk/html'
import { createPreview, type Preview } from '@quirecms/sdk/preview'
import type { RichText } from '@quirecms/sdk/rich-text'
import { QuireError, route, type RouteArguments } from 'quirecms'
import { policyFor, style } from './page-style.ts'
import { richTextHtml, textPopulation } from './rich-text-html.ts'

interface Picture {
  readonly url: string
  readonly alt: string | null
  readonly sizes: { readonly thumb: { readonly url: string } | null }
}

/** What the page shows of a post. In a preview, anything may still be missing. */
interface ShownPost {
  readonly id: string
  readonly title: string | null
  readonly excerpt: string | null
  readonly publishedAt: string | null
  readonly readingMinutes: number | null
  readonly body: RichText | null
  readonly author: { readonly id: string; readonly name: string; readonly portrait: Picture | null } | null
  readonly cover: Picture | null
  readonly sections: readonly Section[] | null
}

type Section = { readonly id: string } & (
  | { readonly blockType: 'quote'; readonly text: string | null; readonly source: string | null }
  | { readonly blockType: 'callout'; readonly text: string | null }
  | { readonly blockType: 'sample'; readonly caption: string | null; readonly source: string | null }
)

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
    // In a preview, each part says which field it shows, and a script follows what is typed. On public pages, there is neither.
    const preview = createPreview({ of: 'posts', token: query.preview })
    const script = preview.script()
    const page = pageOf(post, await settings.get({ locale }), { locale, preview, script })
    const policy = policyFor(script)
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
  readonly id: string
  readonly siteName: string
  readonly tagline: string | null
}

interface Shown {
  readonly locale: string
  readonly preview: Preview
  readonly script: string
}

function pageOf(post: ShownPost, site: Site, { locale, preview, script }: Shown): string {
  const { title, excerpt, cover, body, sections } = post
  const { siteName, tagline } = site
  const at = (...path: string[]) => preview.html(post, ...path)
  // What every page shows is in a global: a click leads to its screen.
  const ofSite = (name: string) => preview.of('settings').html(site, name)
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} · ${escape(siteName)}</title>
<style>${style}</style>
<header><strong${ofSite('siteName')}>${escape(siteName)}</strong><span${ofSite('tagline')}>${escape(tagline)}</span></header>
<main>
<h1${at('title')}>${escape(title)}</h1>
<p class="lead"${at('excerpt')}>${escape(excerpt)}</p>
${aboutHtml(post, locale, preview)}
${imgTag(cover, { attributes: { class: 'cover', loading: 'eager', ...preview.attributes(post, 'cover') } })}
<div${at('body')}>${richTextHtml(body)}</div>
${(sections ?? []).map((section) => sectionHtml(section, (name) => at('sections', section.id, name))).join('\n')}
</main>
<footer>${escape(siteName)}</footer>
${script && `<script type="module">${script}</script>`}
</html>
`
}

function aboutHtml({ author, publishedAt, readingMinutes }: ShownPost, locale: string, preview: Preview): string {
  const portrait = author?.portrait?.sizes.thumb
  const facts = [
    publishedAt && new Date(publishedAt).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    readingMinutes && (locale === 'de' ? `${readingMinutes} Min. Lesezeit` : `${readingMinutes} min to read`),
  ]
  const picture = portrait ? `<img src="${escape(portrait.url)}" alt="">` : ''
  // The author is a document of its own: a click opens that one.
  const name = author && `<span${preview.of('authors').html(author, 'name')}>${escape(author.name)}</span>`
  const all = [name, ...facts.map((fact) => fact && escape(fact))]
  return `<p class="about">${picture}<span>${all.filter(Boolean).join(' · ')}</span></p>`
}

type At = (name: string) => string

function sectionHtml(section: Section, at: At): string {
  switch (section.blockType) {
    case 'quote':
      return `<figure><blockquote${at('text')}>${escape(section.text)}</blockquote>${captionHtml(section.source, at('source'))}</figure>`
    case 'callout':
      return `<aside${at('text')}>${escape(section.text)}</aside>`
    case 'sample':
      return `<figure><pre><code${at('source')}>${escape(section.source)}</code></pre>${captionHtml(section.caption, at('caption'))}</figure>`
  }
}

function captionHtml(text: string | null, mark: string): string {
  return text === null ? '' : `<figcaption${mark}>${escape(text)}</figcaption>`
}
