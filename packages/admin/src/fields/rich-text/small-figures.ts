import { Mark } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    smallFigures: {
      toggleSuperscript: () => ReturnType
      toggleSubscript: () => ReturnType
    }
  }
}

const BOTH = 'superscript subscript'

/** Raised text, as in m². */
export const Superscript = Mark.create({
  name: 'superscript',
  excludes: BOTH,
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
  addCommands() {
    return {
      toggleSuperscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleSuperscript() }
  },
})

/** Lowered text, as in H₂O. */
export const Subscript = Mark.create({
  name: 'subscript',
  excludes: BOTH,
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
  addCommands() {
    return {
      toggleSubscript:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    }
  },
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleSubscript() }
  },
})
