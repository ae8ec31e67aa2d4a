import { escapeHtml, imgTag } from '@quirecms/sdk/html'
import { type RichText, toHtml } from '@quirecms/sdk/rich-text'

/** What the page asks for along with a text: of posts what a link to them says, and the pictures. */
export const textPopulation = { posts: { select: { title: true, slug: true, excerpt: true } }, media: true }

/** Rich text as HTML: the library escapes what authors wrote, and asks here how this site shows its own parts. */
export function richTextHtml(text: RichText | null): string {
  return toHtml(text, {
    link: ({ relationTo, doc }) => (typeof doc?.['slug'] === 'string' ? pageOf(relationTo, doc['slug']) : null),
    // A picture that is wider than the text would be loaded in vain.
    image: ({ named, alt }) => imgTag(named?.doc, { width: 640, ...(alt !== '' && { alt }) }) || null,
    document: ({ relationTo, doc }) =>
      typeof doc?.['slug'] === 'string'
        ? `<aside><a href="${escapeHtml(pageOf(relationTo, doc['slug']))}">${escapeHtml(doc['title'])}</a><br>${escapeHtml(doc['excerpt'])}</aside>`
        : '',
    block: { callout: ({ data }) => `<aside>${escapeHtml(data['text'])}</aside>` },
  })
}

function pageOf(collection: string, slug: string): string {
  return `/api/site/${collection}/${slug}`
}
