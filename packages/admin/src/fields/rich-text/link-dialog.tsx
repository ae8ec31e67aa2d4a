import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { isUpload } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { FieldSchema } from '../../data/schema.ts'
import type { RelationshipTarget } from '../relationship-value.ts'
import { useTargetNames } from '../target-title.tsx'
import { addressOf, namedCollections } from './allowed-content.ts'
import { ChooseDocument } from './choose-document.tsx'
import { isDangling, namedBy } from './named-targets.ts'
import styles from './rich-text.module.css'

interface LinkDialogProps {
  readonly editor: Editor
  readonly field: FieldSchema
  readonly onClose: () => void
}

/** A link to an address, or to a document. */
export function LinkDialog({ editor, field, onClose }: LinkDialogProps) {
  const said = useWords(richTextWords)
  const { cancel } = useWords(sharedWords)
  const collections = namedCollections(field, useSchema().collections).filter((entity) => !isUpload(entity))
  const present = editor.getAttributes('link')
  const known = namedBy(present)
  const [typed, setTyped] = useState(known ? '' : String(present['href'] ?? ''))
  const [slug, setSlug] = useState(known?.collection ?? collections[0]?.slug ?? '')
  const [target, setTarget] = useState<RelationshipTarget | undefined>(known)
  const [isWrong, setWrong] = useState(false)
  const [named] = useTargetNames(target ? [target] : [])

  function set(): void {
    const href = target ? `/${target.collection}/${target.id}` : addressOf(typed)
    if (href === undefined) return setWrong(true)
    const link = { href, relationTo: target?.collection ?? null, value: target?.id ?? null } as { href: string }
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without a selection, the address or the title becomes the linked text.
    if (editor.state.selection.empty && !editor.isActive('link')) {
      const text = named?.name ?? typed.trim()
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: link }] }).run()
    } else chain.setLink(link).run()
    onClose()
  }

  function choose(collection: string, next: RelationshipTarget | undefined): void {
    setSlug(collection)
    setTarget(next)
  }

  return (
    <Dialog
      open
      title={said.link}
      onClose={onClose}
      actions={
        <>
          {editor.isActive('link') && (
            <Button
              kind="danger"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run()
                onClose()
              }}
            >
              {said.removeLink}
            </Button>
          )}
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" onClick={set}>
            {said.setLink}
          </Button>
        </>
      }
    >
      <div className={styles.linkForm}>
        <Labelled label={said.address} hint={said.addressHint} error={isWrong ? said.wrongAddress : undefined}>
          {(described) => (
            <Input
              {...described}
              value={typed}
              disabled={target !== undefined}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(false)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Otherwise, the key would insert a line break into the text, which has the focus by then.
                event.preventDefault()
                set()
              }}
            />
          )}
        </Labelled>
        {collections.length > 0 && (
          <Labelled label={said.document} error={isDangling(named) ? said.gone : undefined}>
            {(described) => (
              <ChooseDocument
                described={described}
                field={field}
                collections={collections}
                slug={slug}
                target={target}
                onChange={choose}
              />
            )}
          </Labelled>
        )}
      </div>
    </Dialog>
  )
}
