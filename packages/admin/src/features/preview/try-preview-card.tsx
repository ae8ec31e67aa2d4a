import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { useContent } from '../../data/use-overview.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useAllRights } from '../../data/use-rights.ts'
import { Button, buttonClass } from '../../design/button.tsx'
import { Section } from '../../design/page.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './preview-pane.module.css'
import { previewWords } from './words.ts'

/** Introduces the preview once. */
export function TryPreviewCard() {
  const said = useWords(previewWords)
  const [isKnown, setKnown] = usePreference<boolean>('preview.known')
  const rights = useAllRights()
  // Only collections that the actor may preview and write.
  const shown = useContent().find(({ admin, slug }) => {
    const { preview, update } = rights?.collections[slug]?.operations ?? {}
    return admin?.preview !== undefined && preview === true && update === true
  })
  if (isKnown !== null || !shown) return null
  return (
    <Section title={said.tryTitle} about={said.tryText}>
      <div className={styles.try}>
        <Link {...addresses.list(shown.slug)} className={buttonClass('outline')}>
          {said.tryWith({ what: labelOf(shown) })}
        </Link>
        <Button onClick={() => setKnown(true)}>{said.tryDone}</Button>
      </div>
    </Section>
  )
}
