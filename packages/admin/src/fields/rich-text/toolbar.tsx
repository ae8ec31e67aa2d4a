import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Ellipsis, Image, Link, RemoveFormatting } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../design/menu.tsx'
import { richTextWords } from '../../words/rich-text.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './rich-text.module.css'
import { blockTools, bold, codeBlock, italic, otherMarks, rule, styleTools, type Tool, tableTools } from './tools.ts'

interface ToolbarProps {
  readonly editor: Editor
  readonly label: string
  readonly onLink: () => void
  /** Missing where the application has no files. */
  readonly onImage: (() => void) | undefined
}

/** Quiet tools above the text. One stop for the tab key; the arrow keys go from tool to tool. */
export function Toolbar({ editor, label, onLink, onImage }: ToolbarProps) {
  const said = useWords(richTextWords)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      tools: [...styleTools, bold, italic, ...otherMarks, ...blockTools, codeBlock]
        .filter((tool) => tool.isActive?.(now))
        .map(({ name }) => name),
      isLink: now.isActive('link'),
      isTable: now.isActive('table'),
    }),
  })
  const isOn = ({ name }: Tool) => active.tools.includes(name)
  const button = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      label={tool.label(said)}
      isOn={isOn(tool)}
      icon={<Icon of={tool.icon} />}
      onClick={() => tool.run(editor)}
    />
  )
  const style = styleTools.find(isOn) ?? styleTools[0]
  return (
    <Base.Root className={styles.toolbar} aria-label={said.toolbar({ field: label })}>
      <Menu
        align="start"
        trigger={<ToolButton label={said.textStyle} icon={style ? <Icon of={style.icon} /> : <span />} />}
      >
        {styleTools.map((tool) => (
          <MenuItem key={tool.name} icon={<Icon of={tool.icon} />} onSelect={() => tool.run(editor)}>
            {tool.label(said)}
          </MenuItem>
        ))}
      </Menu>
      {button(bold)}
      {button(italic)}
      <ToolButton label={said.link} isOn={active.isLink} icon={<Icon of={Link} />} onClick={onLink} />
      {blockTools.map(button)}
      {onImage && <ToolButton label={said.image} icon={<Icon of={Image} />} onClick={onImage} />}
      {button(codeBlock)}
      <Menu trigger={<ToolButton label={said.more} icon={<Icon of={Ellipsis} />} />}>
        {[...otherMarks, rule].map((tool) => (
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
