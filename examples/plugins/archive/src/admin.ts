import type { DocumentSlot, Extend } from '@quirecms/admin/extensions'

/** A button in the menu of a document, and a screen of what is archived. */
const extend: Extend = ({ react: { createElement: h }, components, data, toast }) => {
  const { Button, Failure, Loading, MenuItem, NoRows, Page, PageTitle, Row, Rows } = components
  const { may, request, useAnswer, useGo, useRefresh, useSchema } = data

  interface Archived {
    readonly docs: readonly { readonly id: string; readonly title?: string }[]
  }

  function ArchiveItem({ place: { entity }, form }: DocumentSlot) {
    const go = useGo()
    const refresh = useRefresh()
    const { slug } = entity
    async function archive(): Promise<void> {
      let isDone = false
      await form.act('other', async ({ id }) => {
        await request('POST', `/api/collections/${slug}/${id}/archive`)
        isDone = true
        return undefined
      })
      // The form says why it was refused.
      if (!isDone) return
      go(`/collections/${slug}`)
      await refresh({ collection: slug })
      toast('Archived')
    }
    return h(MenuItem, { onSelect: () => void archive() }, 'Archive')
  }

  function ArchiveOf({ slug, label }: { slug: string; label: string }) {
    const refresh = useRefresh()
    const found = useAnswer<Archived>(`/api/collections/${slug}`, {
      query: { archived: true, limit: 100 },
      about: { collection: slug },
    })
    if (found.error) return h(Failure, { error: found.error, onRetry: found.refetch })
    if (!found.data) return h(Loading)
    async function bringBack(id: string): Promise<void> {
      await request('POST', `/api/collections/${slug}/${id}/unarchive`)
      await refresh({ collection: slug })
    }
    const rows = found.data.docs.map(({ id, title }) =>
      h(Row, {
        key: id,
        name: title ?? id,
        end: h(Button, { onClick: () => void bringBack(id) }, 'Bring back'),
      }),
    )
    return rows.length === 0
      ? h(NoRows, { children: `Nothing in ${label} is archived.` })
      : h(Rows, { label, children: rows })
  }

  function Archive() {
    const { collections } = useSchema()
    const archivable = Object.values(collections).filter(({ operations }) => operations.includes('archive'))
    const lists = archivable.map(({ slug, label }) => h(ArchiveOf, { key: slug, slug, label: label ?? slug }))
    return h(Page, { children: [h(PageTitle, { key: 'title', children: 'Archive' }), ...lists] })
  }

  return {
    isIn: ({ collections }) => Object.values(collections).some(({ operations }) => operations.includes('archive')),
    slots: {
      documentMenu: {
        isFor: ({ place: { id }, access }) => id !== null && may(access, 'archive'),
        Component: ArchiveItem,
      },
    },
    views: [{ key: 'archive', title: 'Archive', Component: Archive }],
    menu: [{ key: 'archive', label: 'Archive', view: 'archive' }],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
