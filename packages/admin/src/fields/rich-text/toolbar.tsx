import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Captions, Ellipsis, Image, Link, PencilLine, RemoveFormatting } from 'lucide-react'
import type { ReactElement } from 'react'
import type { FieldSchema } from '../../data/schema.ts'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../design/menu.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useAppearance } from '../../words/appearance.ts'
import { textIn } from '../../words/direction.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './rich-text.module.css'
import { BLOCK } from './block-node.ts'
import {
  blockTools,
  bold,
  codeBlock,
  isOffered,
  italic,
  otherMarks,
  rule,
  styleTools,
  tableTools,
  type Tool,
} from './tools.ts'

const CODE_LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
}

interface ToolbarProps {
  readonly editor: Editor
  readonly field: FieldSchema
  readonly label: string
  readonly onLink: () => void
  readonly onImage: (() => void) | undefined
  /** Opens the alternative text and caption of the selected picture. */
  readonly onPicture: () => void
  /** Opens the fields of the selected block. */
  readonly onBlock: () => void
}

/** Toolbar of the text: one tab stop, arrow keys move between tools. */
export function Toolbar({ editor, field, label, onLink, onImage, onPicture, onBlock }: ToolbarProps) {
  const said = useWords(richTextWords)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      tools: [...styleTools, bold, italic, ...otherMarks, ...blockTools, codeBlock]
        .filter((tool) => tool.isActive?.(now))
        .map(({ name }) => name),
      isLink: now.isActive('link'),
      isTable: now.isActive('table'),
      isPicture: now.isActive('image'),
      isBlock: now.isActive(BLOCK),
      language: now.isActive('codeBlock') ? String(now.getAttributes('codeBlock')['language'] ?? '') : undefined,
    }),
  })
  const isOn = ({ name }: Tool) => active.tools.includes(name)
  const offered = (tools: readonly Tool[]) => tools.filter((tool) => isOffered(field, tool))
  const styleChoices = offered(styleTools)
  const button = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      label={tool.label(said)}
      isOn={isOn(tool)}
      icon={<Icon of={tool.icon} />}
      onClick={() => tool.run(editor)}
    />
  )
  const { language } = useAppearance()
  const style = styleTools.find(isOn) ?? styleTools[0]
  return (
    // In the language of the interface, not of the text.
    <Base.Root className={styles.toolbar} {...textIn(language)} aria-label={said.toolbar({ field: label })}>
      {styleChoices.length > 1 && (
        <Menu
          align="start"
          trigger={<ToolButton label={said.textStyle} icon={style ? <Icon of={style.icon} /> : <span />} />}
        >
          {styleChoices.map((tool) => (
            <MenuItem key={tool.name} icon={<Icon of={tool.icon} />} onSelect={() => tool.run(editor)}>
              {tool.label(said)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {offered([bold, italic]).map(button)}
      {isOffered(field, { mark: 'link' }) && (
        <ToolButton label={said.link} isOn={active.isLink} icon={<Icon of={Link} />} onClick={onLink} />
      )}
      {offered(blockTools).map(button)}
      {onImage && <ToolButton label={said.image} icon={<Icon of={Image} />} onClick={onImage} />}
      {active.isPicture && (
        <ToolButton label={said.describePicture} icon={<Icon of={Captions} />} onClick={onPicture} />
      )}
      {active.isBlock && <ToolButton label={said.editBlock} icon={<Icon of={PencilLine} />} onClick={onBlock} />}
      {offered([codeBlock]).map(button)}
      {active.language !== undefined && (
        <select
          className={styles.language}
          aria-label={said.language}
          value={active.language}
          onChange={({ target }) =>
            editor
              .chain()
              .focus()
              .updateAttributes('codeBlock', { language: target.value || null })
              .run()
          }
        >
          <option value="">{said.plainCode}</option>
          {Object.entries({ ...own(active.language), ...CODE_LANGUAGES }).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
      <Menu trigger={<ToolButton label={said.more} icon={<Icon of={Ellipsis} />} />}>
        {offered([...otherMarks, rule]).map((tool) => (
          <MenuItem
            key={tool.name}
            icon={<Icon of={tool.icon} />}
            {...(tool.keys !== undefined && { hint: tool.keys })}
            onSelect={() => tool.run(editor)}
          >
            {tool.label(said)}
          </MenuItem>
        ))}
        <MenuItem
          icon={<Icon of={RemoveFormatting} />}
          onSelect={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
        >
          {said.clear}
        </MenuItem>
        {active.isTable && <MenuSeparator />}
        {active.isTable &&
          tableTools.map((tool) => (
            <MenuItem key={tool.label(said)} onSelect={() => tool.run(editor)}>
              {tool.label(said)}
            </MenuItem>
          ))}
      </Menu>
    </Base.Root>
  )
}

/** Adds the language of the selected code to the list if it is not in it. */
function own(language: string): Readonly<Record<string, string>> {
  return language === '' || Object.hasOwn(CODE_LANGUAGES, language) ? {} : { [language]: language }
}

interface ToolButtonProps {
  readonly label: string
  readonly icon: ReactElement
  readonly isOn?: boolean
  readonly onClick?: () => void
}

function ToolButton({ label, icon, isOn, ...rest }: ToolButtonProps) {
  return (
    <Base.Button
      {...rest}
      className={styles.tool}
      aria-label={label}
      title={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
    >
      {icon}
    </Base.Button>
  )
}
