import '@fontsource-variable/newsreader/opsz-italic.css'
import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { FileText, type LucideIcon, Paperclip, SquareDashed, TextCursorInput } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { isUpload, labelOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import { useSchema } from '../../data/use-session.ts'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import type { InputProps } from '../contract.ts'
import { MediaLibrary } from '../media-library.tsx'
import { other } from '../other.tsx'
import { blockName } from '../row-name.ts'
import { leastLines } from '../rows-option.ts'
import { cleanPasted } from './pasted/clean-pasted.ts'
import { fromEditor } from './documents.ts'
import { allowsNode, namedCollections } from './allowed-content.ts'
import { askFormToUndo, undoKeyOf } from '../undo-keys.ts'
import { BLOCK, insertBlock } from './block-node.ts'
import { BlockPanel } from './block-panel.tsx'
import { DanglingNotice } from './dangling-notice.tsx'
import { EmbedDialog, type EmbedDialogProps } from './embed-dialog.tsx'
import { extensionsFor } from './extensions.ts'
import { insertFile, NewPictures } from './new-pictures.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { NamedTargetsContext } from './named-targets.ts'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './rich-text.module.css'
import { showText } from './show-text.ts'
import { SlashMenu } from './slash-menu.tsx'
import { Toolbar } from './toolbar.tsx'
import type { Tool } from './tools.ts'
import { useEditorElement } from './use-editor-element.ts'
import { useNamedTargets } from './use-named-targets.ts'

type EmbedPlace = EmbedDialogProps['at']

const EMBEDDED: ReadonlySet<string> = new Set(['document', 'documentInline'])

function embedTool(node: string, icon: LucideIcon, label: Tool['label'], run: () => void): Tool {
  return { name: node, node, icon, label, run }
}

/** The rich text editor, with a toolbar. */
export function RichTextInput(props: InputProps) {
  const { field, value, onChange, path, form, isReadOnly, described } = props
  const said = useWords(richTextWords)
  const [open, setOpen] = useState<'link' | 'image' | 'picture'>()
  const [embed, setEmbed] = useState<EmbedPlace>()
  const [library, setLibrary] = useState<string>()
  const [block, setBlock] = useState<number>()
  const [isBroken, setBroken] = useState(false)
  const named = namedCollections(field, useSchema().collections)
  const media = allowsNode(field, 'image') ? named.find(isUpload) : undefined
  const [extensions] = useState(() => extensionsFor(field))
  // The value that the editor reported last. While the form has the same, the editor must not be reset.
  const told = useRef<unknown>(value ?? null)
  const label = labelOf(field)
  const lines = leastLines(field)
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
  function openNode({ type }: Node, position: number): boolean {
    if (type.name === BLOCK) setBlock(position)
    else if (EMBEDDED.has(type.name)) setEmbed({ position })
    else return false
    return true
  }
  const editor = useEditor({
    extensions,
    // The Content-Security-Policy refuses injected styles.
    injectCSS: false,
    editable: !isReadOnly,
    content: null,
    onCreate: ({ editor: made }) => {
      setBroken(!showText(made, value))
    },
    editorProps: {
      attributes,
      transformPastedHTML: cleanPasted,
      handleDoubleClickOn: (_view, _at, node, position) => openNode(node, position),
      handleKeyDown: (view, event) => {
        const { selection } = view.state
        const way = undoKeyOf(event)
        if (way !== undefined && (way === 'undo' ? undoDepth : redoDepth)(view.state) === 0) {
          askFormToUndo(view.dom, way)
          return true
        }
        return event.key === 'Enter' && selection instanceof NodeSelection && openNode(selection.node, selection.from)
      },
    },
    onUpdate: ({ editor: now, transaction }) => {
      const next = fromEditor(now.getJSON(), field)
      told.current = next
      const isOwnUndo = transaction.getMeta('history$') !== undefined
      if (isOwnUndo && form.asOwnUndo) form.asOwnUndo(() => onChange(next))
      else onChange(next)
    },
  })

  useEffect(() => {
    if (sameJson(told.current, value)) return
    told.current = value ?? null
    setBroken(!showText(editor, value))
  }, [editor, value])

  const element = useEditorElement(editor)
  useEffect(() => {
    // Capturing, because the palette uses the same keys elsewhere.
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      event.stopPropagation()
      // Browsers report a selection late. By then the dialog would have the focus, and the editor would miss it.
      document.dispatchEvent(new Event('selectionchange'))
      if (editor.isEditable) setOpen('link')
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [editor, element])

  const { targets, dangling } = useNamedTargets(editor, said.gone)
  // Subscribed, because the content is set after the first render.
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  const onImage = media && (() => setOpen('image'))
  const files = named.filter(isUpload)
  const documents = named.filter((entity) => !isUpload(entity))
  const others: Tool[] = [
    ...(documents.length > 0
      ? [
          embedTool(
            'document',
            FileText,
            (words) => words.embed,
            () => setEmbed('block'),
          ),
          embedTool(
            'documentInline',
            TextCursorInput,
            (words) => words.embedInline,
            () => setEmbed('inline'),
          ),
        ]
      : []),
    ...files.map((entity) => ({
      ...embedTool(
        'document',
        Paperclip,
        (words) => (files.length > 1 ? labelOf(entity) : words.file),
        () => setLibrary(entity.slug),
      ),
      name: `file:${entity.slug}`,
    })),
    ...Object.keys(field.blocks ?? {}).map((type) => ({
      name: `block:${type}`,
      icon: SquareDashed,
      label: () => blockName(field, type),
      run: (now: Editor) => setBlock(insertBlock(now, field, type)),
    })),
  ]
  if (isBroken) return <other.Input {...props} />
  return (
    <div
      className={styles.richText}
      style={lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties)}
      data-empty={isEmpty || undefined}
    >
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
      <NamedTargetsContext
        value={{ targets, onReplace: isReadOnly ? undefined : (position) => setEmbed({ position }) }}
      >
        <EditorContent editor={editor} />
      </NamedTargetsContext>
      {!isReadOnly && <DanglingNotice editor={editor} dangling={dangling} />}
      {!isReadOnly && media && <NewPictures editor={editor} />}
      {!isReadOnly && <SlashMenu editor={editor} field={field} onImage={onImage} others={others} />}
      {open === 'link' && <LinkDialog editor={editor} field={field} onClose={() => setOpen(undefined)} />}
      {embed !== undefined && !isReadOnly && (
        <EmbedDialog
          editor={editor}
          field={field}
          // The embedded document may be a file, and may be replaced by one.
          collections={typeof embed === 'object' ? named : documents}
          at={embed}
          onClose={() => setEmbed(undefined)}
        />
      )}
      {library !== undefined && (
        <MediaLibrary
          slug={library}
          onClose={() => setLibrary(undefined)}
          onPick={(_, doc) => {
            insertFile(editor, field, library, doc)
            setLibrary(undefined)
          }}
        />
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
            insertFile(editor, field, media.slug, doc)
            setOpen(undefined)
          }}
        />
      )}
    </div>
  )
}
