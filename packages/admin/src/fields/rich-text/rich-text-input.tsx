import '@fontsource-variable/newsreader/opsz-italic.css'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { FileText, SquareDashed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isUpload, labelOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import { useSchema } from '../../data/use-session.ts'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import type { InputProps } from '../contract.ts'
import { MediaLibrary } from '../media-library.tsx'
import { blockName } from '../row-name.ts'
import { cleanPasted } from './pasted/clean-pasted.ts'
import { fromEditor, toEditor } from './documents.ts'
import { allowsNode, namedCollections } from './allowed-content.ts'
import { BLOCK } from './block-node.ts'
import { BlockPanel } from './block-panel.tsx'
import { EmbedDialog } from './embed-dialog.tsx'
import { extensionsFor } from './extensions.ts'
import { insertBlock } from './insert-block.ts'
import { insertPictures } from './insert-pictures.ts'
import { LinkDialog } from './link-dialog.tsx'
import { NewPictures } from './new-pictures.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './rich-text.module.css'
import { SlashMenu } from './slash-menu.tsx'
import { isSoundIn } from './sound.ts'
import { Toolbar } from './toolbar.tsx'
import type { Tool } from './tools.ts'
import { useEditorElement } from './use-editor-element.ts'

/** The text as it will be read, on the page itself, with quiet tools above it. */
export function RichTextInput({ field, value, onChange, path, form, isReadOnly, described }: InputProps) {
  const said = useWords(richTextWords)
  const [open, setOpen] = useState<'link' | 'image' | 'picture' | 'embed'>()
  const [block, setBlock] = useState<number>()
  const named = namedCollections(field, useSchema().collections)
  const media = allowsNode(field, 'image') ? named.find(isUpload) : undefined
  const [extensions] = useState(() => extensionsFor(field))
  // What the form knows: as long as it says the same, the editor is ahead of it and must not be reset.
  const told = useRef<unknown>(value ?? null)
  const label = labelOf(field)
  const attributes: Record<string, string> = {
    id: described.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-invalid': String(described['aria-invalid']),
    'aria-readonly': String(isReadOnly),
    ...(described['aria-describedby'] !== undefined && { 'aria-describedby': described['aria-describedby'] }),
    'data-placeholder': field.admin?.placeholder ?? said.placeholder,
    class: styles.page ?? '',
  }
  function openBlock(position: number): true {
    setBlock(position)
    return true
  }
  const editor = useEditor({
    extensions,
    // The app has one style sheet, and the policy allows no other.
    injectCSS: false,
    editable: !isReadOnly,
    content: null,
    onCreate: ({ editor: made }) => {
      made.commands.setContent(toEditor(value, isSoundIn(made.schema)), { emitUpdate: false })
    },
    editorProps: {
      attributes,
      transformPastedHTML: cleanPasted,
      handleDoubleClickOn: (_view, _at, node, position) => node.type.name === BLOCK && openBlock(position),
      handleKeyDown: (view, event) => {
        const { selection } = view.state
        const isBlock = selection instanceof NodeSelection && selection.node.type.name === BLOCK
        return event.key === 'Enter' && isBlock && openBlock(selection.from)
      },
    },
    onUpdate: ({ editor: now }) => {
      const next = fromEditor(now.getJSON(), field)
      told.current = next
      onChange(next)
    },
  })

  useEffect(() => {
    if (sameJson(told.current, value)) return
    told.current = value ?? null
    editor.commands.setContent(toEditor(value, isSoundIn(editor.schema)), { emitUpdate: false })
  }, [editor, value])

  const element = useEditorElement(editor)
  useEffect(() => {
    // Before the app, whose palette has the same keys everywhere else.
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      event.stopPropagation()
      if (editor.isEditable) setOpen('link')
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [editor, element])

  // Followed, since the content comes after the first render.
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  const onImage = media && (() => setOpen('image'))
  const documents = named.filter((entity) => !isUpload(entity))
  const embed: Tool = {
    name: 'embed',
    node: 'document',
    icon: FileText,
    label: (words) => words.embed,
    run: () => setOpen('embed'),
  }
  const others: Tool[] = [
    ...(documents.length > 0 ? [embed] : []),
    ...Object.keys(field.blocks ?? {}).map((type) => ({
      name: `block:${type}`,
      icon: SquareDashed,
      label: () => blockName(field, type),
      run: (now: Editor) => setBlock(insertBlock(now, field, type)),
    })),
  ]
  return (
    <div className={styles.richText} data-empty={isEmpty || undefined}>
      {!isReadOnly && (
        <Toolbar
          editor={editor}
          field={field}
          label={label}
          onLink={() => setOpen('link')}
          onImage={onImage}
          onPicture={() => setOpen('picture')}
          onBlock={() => setBlock(editor.state.selection.from)}
        />
      )}
      <EditorContent editor={editor} />
      {!isReadOnly && media && <NewPictures editor={editor} />}
      {!isReadOnly && <SlashMenu editor={editor} field={field} onImage={onImage} others={others} />}
      {open === 'link' && <LinkDialog editor={editor} field={field} onClose={() => setOpen(undefined)} />}
      {open === 'embed' && (
        <EmbedDialog editor={editor} field={field} collections={documents} onClose={() => setOpen(undefined)} />
      )}
      {block !== undefined && editor.state.doc.nodeAt(block)?.type.name === BLOCK && (
        <BlockPanel
          key={block}
          editor={editor}
          field={field}
          path={path}
          form={form}
          position={block}
          isReadOnly={isReadOnly}
          onClose={() => {
            setBlock(undefined)
            editor.commands.focus()
          }}
        />
      )}
      {open === 'picture' && <PictureDialog editor={editor} onClose={() => setOpen(undefined)} />}
      {open === 'image' && media && (
        <MediaLibrary
          slug={media.slug}
          accept={['image/*']}
          onClose={() => setOpen(undefined)}
          onPick={(_, doc) => {
            insertPictures(editor, media.slug, [doc])
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}
