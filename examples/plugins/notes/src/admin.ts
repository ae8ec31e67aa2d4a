import type { DocumentSlot, Extend } from '@quirecms/admin/extensions'

interface Note {
  readonly id: string
  readonly body: string
  readonly by: string
  readonly at: string
}

/** A panel in the margin of documents, and a card of your own notes on the start page. */
const extend: Extend = ({ react: { createElement: h, useState }, components, data, toastError }) => {
  const { Button, Input, Moment, NoRows, Row, Rows, Section } = components
  const { may, request, useAnswer, useRefresh } = data

  function Notes({ place: { kind, entity, id }, access }: DocumentSlot) {
    const [text, setText] = useState('')
    const refresh = useRefresh()
    const about = kind === 'global' ? { global: entity.slug } : { collection: entity.slug }
    const path = kind === 'global' ? `/api/globals/${entity.slug}/notes` : `/api/collections/${entity.slug}/${id}/notes`
    const notes = useAnswer<{ docs: readonly Note[] }>(path, { about })
    async function add(): Promise<void> {
      try {
        await request('POST', path, { body: { body: text } })
        setText('')
      } catch (error) {
        toastError('The note was not stored.', (error as Error).message)
      }
      await refresh(about)
    }
    const rows = (notes.data?.docs ?? []).map(({ id: key, body, at }) =>
      h(Row, { key, name: body, note: h(Moment, { at }) }),
    )
    return h(
      Section,
      { title: 'Notes' },
      rows.length === 0 ? h(NoRows, { children: 'No notes yet.' }) : h(Rows, { label: 'Notes', children: rows }),
      may(access, 'addNote') &&
        h(Input, { 'aria-label': 'New note', value: text, onChange: ({ target }) => setText(target.value) }),
      may(access, 'addNote') && h(Button, { disabled: text.trim() === '', onClick: () => void add() }, 'Add note'),
    )
  }

  function OwnNotes() {
    const notes = useAnswer<{ docs: readonly Note[] }>('/api/plugins/notes')
    const rows = (notes.data?.docs ?? []).map(({ id, body, at }) =>
      h(Row, { key: id, name: body, note: h(Moment, { at }) }),
    )
    return rows.length === 0 ? null : h(Section, { title: 'Your notes' }, h(Rows, { children: rows }))
  }

  return {
    slots: {
      marginBelow: {
        isFor: ({ place: { entity, id } }) => id !== null && entity.operations.includes('notes'),
        Component: Notes,
      },
    },
    cards: [{ key: 'notes', Component: OwnNotes, isAside: true }],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
