import type { Editor } from '@tiptap/core'
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TextQuote,
  Underline,
} from 'lucide-react'
import type { FieldSchema } from '../../data/schema.ts'
import type { RichTextWords } from '../../words/rich-text.ts'
import { allowsMark, allowsNode } from './allowed-content.ts'

export interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  readonly label: (said: RichTextWords) => string
  readonly keys?: string
  /** The node or mark that the tool inserts; tools without one are always offered. */
  readonly node?: string
  readonly mark?: string
  readonly isActive?: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

export function isOffered(field: FieldSchema, { node, mark }: Pick<Tool, 'node' | 'mark'>): boolean {
  return (node === undefined || allowsNode(field, node)) && (mark === undefined || allowsMark(field, mark))
}

const LEVELS = [
  [1, Heading1],
  [2, Heading2],
  [3, Heading3],
  [4, Heading4],
] as const

export const styleTools: readonly Tool[] = [
  {
    name: 'paragraph',
    icon: Pilcrow,
    label: (said) => said.paragraph,
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...LEVELS.map(
    ([level, icon]): Tool => ({
      name: `heading${level}`,
      node: 'heading',
      icon,
      label: (said) => said.heading({ level }),
      isActive: (editor) => editor.isActive('heading', { level }),
      run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    }),
  ),
]

export const bold: Tool = {
  name: 'bold',
  mark: 'bold',
  icon: Bold,
  label: (said) => said.bold,
  keys: 'Ctrl+B',
  isActive: (editor) => editor.isActive('bold'),
  run: (editor) => editor.chain().focus().toggleBold().run(),
}

export const italic: Tool = {
  name: 'italic',
  mark: 'italic',
  icon: Italic,
  label: (said) => said.italic,
  keys: 'Ctrl+I',
  isActive: (editor) => editor.isActive('italic'),
  run: (editor) => editor.chain().focus().toggleItalic().run(),
}

export const otherMarks: readonly Tool[] = [
  {
    name: 'underline',
    mark: 'underline',
    icon: Underline,
    label: (said) => said.underline,
    keys: 'Ctrl+U',
    isActive: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    mark: 'strike',
    icon: Strikethrough,
    label: (said) => said.strike,
    keys: 'Ctrl+Shift+S',
    isActive: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'superscript',
    mark: 'superscript',
    icon: Superscript,
    label: (said) => said.superscript,
    keys: 'Ctrl+.',
    isActive: (editor) => editor.isActive('superscript'),
    run: (editor) => editor.chain().focus().toggleSuperscript().run(),
  },
  {
    name: 'subscript',
    mark: 'subscript',
    icon: Subscript,
    label: (said) => said.subscript,
    keys: 'Ctrl+,',
    isActive: (editor) => editor.isActive('subscript'),
    run: (editor) => editor.chain().focus().toggleSubscript().run(),
  },
  {
    name: 'code',
    mark: 'code',
    icon: Code,
    label: (said) => said.code,
    keys: 'Ctrl+E',
    isActive: (editor) => editor.isActive('code'),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
]

export const blockTools: readonly Tool[] = [
  {
    name: 'quote',
    node: 'blockquote',
    icon: TextQuote,
    label: (said) => said.quote,
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'bullets',
    node: 'bulletList',
    icon: List,
    label: (said) => said.bullets,
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'numbers',
    node: 'orderedList',
    icon: ListOrdered,
    label: (said) => said.numbers,
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'table',
    node: 'table',
    icon: Table,
    label: (said) => said.table,
    isActive: (editor) => editor.isActive('table'),
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
]

export const codeBlock: Tool = {
  name: 'codeBlock',
  node: 'codeBlock',
  icon: Code,
  label: (said) => said.codeBlock,
  isActive: (editor) => editor.isActive('codeBlock'),
  run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
}

export const rule: Tool = {
  name: 'rule',
  node: 'horizontalRule',
  icon: Minus,
  label: (said) => said.rule,
  run: (editor) => editor.chain().focus().setHorizontalRule().run(),
}

interface TableTool {
  readonly label: (said: RichTextWords) => string
  readonly run: (editor: Editor) => void
}

export const tableTools: readonly TableTool[] = [
  { label: (said) => said.rowBefore, run: (editor) => editor.chain().focus().addRowBefore().run() },
  { label: (said) => said.rowAfter, run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: (said) => said.columnBefore, run: (editor) => editor.chain().focus().addColumnBefore().run() },
  { label: (said) => said.columnAfter, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: (said) => said.headerRow, run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
  { label: (said) => said.removeRow, run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: (said) => said.removeColumn, run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: (said) => said.removeTable, run: (editor) => editor.chain().focus().deleteTable().run() },
]
