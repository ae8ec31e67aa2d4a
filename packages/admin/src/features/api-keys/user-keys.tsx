import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { can, titleOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Icon } from '../../design/icon.tsx'
import { NoRows } from '../../design/rows.tsx'
import margin from '../../screens/document/document-margin.module.css'
import type { DocumentContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { KeyList } from './key-list.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { useKeys } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

/** In the margin of a user, for actors who manage keys: the number of keys, and a link to them. */
export function UserKeys({ place: { entity, id }, access, form }: DocumentContext) {
  const said = useWords(apiKeysWords)
  const owner = { slug: entity.slug, id: id ?? '' }
  const { data: keys } = useKeys(owner)
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const user = form.stored
  if (!keys || !user) return null
  const isService = user['_service'] === true
  const mayCreate = isService && can(entity, 'createUserApiKey') && may(access, 'update')
  if (keys.length === 0 && !mayCreate) return null
  return (
    <section className={margin.section} aria-label={said.apiKeys}>
      <h2 className={margin.heading}>{said.apiKeys}</h2>
      {keys.length === 0 ? (
        <Button small kind="outline" onClick={() => setCreating(true)}>
          <Icon of={Plus} size={14} />
          {said.firstKey}
        </Button>
      ) : (
        <Button small kind="outline" onClick={() => setOpen(true)}>
          <Icon of={KeyRound} size={14} />
          {said.manageKeys({ count: keys.length })}
        </Button>
      )}
      {isOpen && (
        <Dialog
          open
          kind="drawer"
          onClose={() => setOpen(false)}
          title={said.keysOf({ name: titleOf(entity, user) || user.id })}
          {...(mayCreate && {
            actions: (
              <Button kind="primary" onClick={() => setCreating(true)}>
                {said.newKey}
              </Button>
            ),
          })}
        >
          <p>{isService ? said.ofService : said.ofOthers}</p>
          {keys.length === 0 && <NoRows>{said.noKeysHere}</NoRows>}
          <KeyList owner={owner} keys={keys} mayRotate={mayCreate} />
        </Dialog>
      )}
      {isCreating && <NewApiKey owner={owner} onClose={() => setCreating(false)} />}
    </section>
  )
}
