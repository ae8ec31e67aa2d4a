import { type ComponentType, lazy, Suspense } from 'react'
import { errorWords } from '../data/error-words.ts'
import { Loading } from '../design/loading.tsx'
import { UnlessMissing } from '../design/unless-missing.tsx'
import { useWords } from '../words/use-words.ts'
import type { ManyTextsProps } from './many-texts-input.tsx'

// The combobox is a fifth of a list's code, and few lists start with it.
export const ChoiceInput = lazily(async () => (await import('../design/choice-input.tsx')).ChoiceInput)
export const DocumentPicker = lazily(async () => (await import('./document-picker.tsx')).DocumentPicker)

export const ManyTexts = lazily<ManyTextsProps>(async () => (await import('./many-texts-input.tsx')).ManyTextsInput)

/** A component whose code is loaded when it is first shown. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function Lazy(props: Props) {
    return (
      <UnlessMissing instead={<Unreachable />}>
        <Suspense fallback={<Loading isInline />}>
          <Loaded {...props} />
        </Suspense>
      </UnlessMissing>
    )
  }
}

function Unreachable() {
  return <p role="alert">{useWords(errorWords).network}</p>
}
