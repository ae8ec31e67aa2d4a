import type { Doc, DocumentSlot, Extend } from '@quirecms/admin/extensions'

/** The stages of a document above its margin, and the stage beside its title in lists. */
const extend: Extend = ({ react: { createElement: h }, components: { Button, Section }, data, toast }) => {
  const { may, request, useRefresh } = data

  /** The schema names the stages of a collection. */
  const stagesOf = (entity: DocumentSlot['place']['entity']): readonly string[] => {
    const stage = entity.systemFields?.find(({ name }) => name === 'stage')
    const values = stage?.schema['enum']
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  }

  const stageOf = (doc: Doc | undefined): string => (typeof doc?.['stage'] === 'string' ? doc['stage'] : '')

  function Stages({ place: { entity }, access, form, mayWrite }: DocumentSlot) {
    const refresh = useRefresh()
    const { stored } = form
    async function move(stage: string): Promise<void> {
      const moved = await form.act('other', async ({ id, revision }) => {
        const path = `/api/collections/${entity.slug}/${id}/stage`
        const { doc } = await request<{ doc: typeof stored }>('POST', path, {
          body: { stage },
          headers: { 'If-Match': `"${revision}"` },
        })
        return doc
      })
      if (!moved) return
      await refresh({ collection: entity.slug })
      toast(`Moved to “${stage}”`)
    }
    const buttons = stagesOf(entity).map((stage) =>
      h(
        Button,
        {
          key: stage,
          kind: stage === stageOf(stored) ? 'primary' : 'outline',
          disabled: !mayWrite || !may(access, 'moveToStage') || stage === stageOf(stored),
          onClick: () => void move(stage),
        },
        stage,
      ),
    )
    return h(Section, { title: 'Stage', children: buttons })
  }

  return {
    slots: {
      marginAbove: {
        isFor: ({ place: { entity, id } }) => id !== null && entity.operations.includes('moveToStage'),
        Component: Stages,
      },
      listTitle: {
        isFor: ({ entity }) => entity.operations.includes('moveToStage'),
        Component: ({ doc }) => h('small', null, stageOf(doc)),
      },
    },
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
