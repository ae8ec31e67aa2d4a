import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { Node } from '@tiptap/pm/model'
import type { FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import type { FormContext } from '../contract.ts'
import { FieldList } from '../field-list.tsx'
import { asRecord, type Members, writableOf } from '../../data/members.ts'
import { blockName } from '../row-name.ts'
import { fieldsOfRow } from '../rows.ts'
import { useDetachedForm } from '../use-model.ts'

interface BlockPanelProps {
  readonly editor: Editor
  readonly field: FieldSchema
  /** Path of the text in the document. */
  readonly path: string
  readonly form: FormContext
  /** Position of the block in the editor. */
  readonly position: number
  readonly isReadOnly: boolean
  readonly onClose: () => void
}

/** The fields of a block, in a panel beside the text. Edits apply at once. */
export function BlockPanel({ editor, field, path, form, position, isReadOnly, onClose }: BlockPanelProps) {
  const said = useWords(richTextWords)
  const node = editor.state.doc.nodeAt(position)
  const type = String(node?.attrs['blockType'])
  const fields = fieldsOfRow(field, { blockType: type })
  const [values, setValues] = useState<Members>(asRecord(node?.attrs['data']))
  const at = `${path}.${pathOfNode(editor.state.doc, position)}.attrs.data`

  function change(name: string, value: unknown): void {
    if (!fields) return
    const data = { ...writableOf(fields, values), [name]: value }
    setValues({ ...values, [name]: value })
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'data', data))
  }
  const inner = useDetachedForm(isReadOnly ? { ...form, isReadOnly } : form, at, values, change)

  return (
    <Dialog
      open
      kind="drawer"
      title={blockName(field, type)}
      onClose={onClose}
      actions={
        <>
          {!isReadOnly && (
            <Button
              kind="danger"
              onClick={() => {
                editor.view.dispatch(editor.state.tr.delete(position, position + (node?.nodeSize ?? 1)))
                onClose()
              }}
            >
              {said.removeBlock}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {said.setPicture}
          </Button>
        </>
      }
    >
      {fields ? <FieldList fields={fields} path={at} form={inner} /> : <p>{said.goneBlock({ kind: type })}</p>}
    </Dialog>
  )
}

function pathOfNode(doc: Node, position: number): string {
  const place = doc.resolve(position)
  return Array.from({ length: place.depth + 1 }, (_, depth) => `content.${place.index(depth)}`).join('.')
}
