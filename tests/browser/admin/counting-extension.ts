import type { Extend, InputProps } from '@quirecms/admin/extensions'

/** Inputs that count how often they are rendered, by path, where a test finds it. */
const extend: Extend = ({ react: { createElement: h }, fieldTypeOf }) => {
  const counts = new Map<string, number>()
  Object.assign(globalThis, { countRenders: () => Object.fromEntries(counts), forgetRenders: () => counts.clear() })

  const counted = (follows?: string) =>
    function Counted({ value, onChange, path, described, form }: InputProps) {
      counts.set(path, (counts.get(path) ?? 0) + 1)
      return h('input', {
        ...described,
        value: typeof value === 'string' ? value : '',
        placeholder: follows === undefined ? '' : String(form.value(follows)),
        onChange: (event: { target: { value: string } }) => onChange(event.target.value),
      })
    }

  const text = fieldTypeOf({ type: 'text' })
  return {
    fields: [
      { ...text, name: 'counted', Input: counted() },
      { ...text, name: 'following', Input: counted('field0') },
    ],
  }
}

// oxlint-disable-next-line import/no-default-export -- where the app looks for an extension
export default extend
