import { addresses } from '../../data/addresses.ts'
import { can, labelOf, singularOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useRightsOf } from '../../data/use-rights.ts'
import { may } from '../../data/use-documents.ts'
import { EntityIcon } from '../../design/entity-icon.tsx'
import { Section } from '../../design/page.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { homeWords } from '../../words/home.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'

/** For an application that has no content yet: what can be written. */
export function BeginWriting({ collections }: { readonly collections: readonly EntitySchema[] }) {
  const said = useWords(homeWords)
  const { create } = useWords(shellWords)
  const access = useRightsOf(collections.map(({ slug }) => slug))
  const writable = collections.filter((entity) => can(entity, 'create') && may(access[entity.slug], 'create'))
  return (
    <Section title={said.begin} about={said.nothingYet}>
      <Rows label={said.begin}>
        {writable.map((entity) => (
          <Row
            key={entity.slug}
            isTitle
            to={addresses.create(entity.slug)}
            start={<EntityIcon entity={entity} kind="collection" />}
            name={create({ what: singularOf(entity) })}
            note={entity.description ?? labelOf(entity)}
          />
        ))}
      </Rows>
    </Section>
  )
}
