import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { useNewest } from '../../data/use-newest.ts'
import { useRecent } from '../../data/use-recent.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { Section } from '../../design/page.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { TargetTitle } from '../../fields/target-title.tsx'
import { homeWords } from '../../words/home.ts'
import { useWords } from '../../words/use-words.ts'
import { BeginWriting } from './begin-writing.tsx'
import { Entries, ROWS, useContent } from './entries.tsx'

/** What the actor has opened last. Somebody new sees what was changed last, by whomever. */
export function ContinueCard() {
  const said = useWords(homeWords)
  const schema = useSchema()
  const visited = useRecent()
  const known = (visited ?? []).filter((one) => schema.collections[one.collection])
  const targets = useTargets(known)
  // What is gone, or may no longer be read, has no document.
  const found = targets.filter(({ doc }) => doc !== undefined).slice(0, ROWS)
  const content = useContent()
  const newest = useNewest(content, ROWS)
  if (visited === undefined) return null
  if (found.length === 0 && newest?.length === 0) return <BeginWriting collections={content} />
  if (found.length === 0) return <Entries title={said.recent} entries={newest} empty={said.nothingYet} />
  return (
    <Section title={said.continue}>
      <Rows label={said.continue}>
        {found.map((target) => {
          const entity = schema.collections[target.collection]
          return (
            <Row
              key={target.id}
              isTitle
              to={addresses.document(target.collection, target.id)}
              name={<TargetTitle target={target} />}
              note={entity && labelOf(entity)}
            />
          )
        })}
      </Rows>
    </Section>
  )
}
