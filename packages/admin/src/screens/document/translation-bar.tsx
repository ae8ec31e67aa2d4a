import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './translation-bar.module.css'
import type { DocumentForm } from './use-document-form.ts'
import type { Translation, TranslationState } from './use-translation.ts'

interface TranslationBarProps {
  readonly form: DocumentForm
  readonly translation: Translation
  readonly isReadOnly: boolean
  readonly onJump: (path: string) => void
}

const NEXT = 'F8'

/** Progress of a translation, with a button to the next missing value. */
export function TranslationBar({ form, translation, isReadOnly, onJump }: TranslationBarProps) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const { asking, ask, stop } = useAsking<'all'>()
  const { source, copy } = translation
  const { progress, open, outdated } = useTranslationState(form, translation)
  const locale = formats.locale(source)
  const goOn = () => {
    const next = nextAfter(translation.state().open, document.activeElement)
    if (next !== undefined) onJump(next)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== NEXT || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    goOn()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const isDone = progress.translated === progress.total
  return (
    <section className={styles.bar} aria-label={said.translation}>
      <div className={styles.state} role="status">
        <progress
          className={styles.progress}
          value={progress.translated}
          max={Math.max(progress.total, 1)}
          aria-hidden
        />
        <span>{said.translated({ done: progress.translated, all: progress.total })}</span>
        {outdated > 0 && <span className={styles.outdated}>{said.outdated({ count: outdated })}</span>}
      </div>
      {!isReadOnly && (
        <div className={styles.actions}>
          {!isDone && (
            <Button small onClick={() => copy('missing')}>
              {said.copyMissing({ locale })}
            </Button>
          )}
          <Button small onClick={() => ask('all')}>
            {said.copyAll({ locale })}
          </Button>
          <Button small kind="outline" disabled={open.length === 0} onClick={goOn} aria-keyshortcuts={NEXT}>
            <Icon of={ArrowDown} size={14} />
            {said.nextUntranslated}
            <kbd className={styles.key}>{NEXT}</kbd>
          </Button>
        </div>
      )}
      {asking && (
        <Confirm
          title={said.copyAll({ locale })}
          action={said.copyAll({ locale })}
          onConfirm={() => copy('all')}
          onClose={stop}
        >
          {said.copyAllText}
        </Confirm>
      )}
    </section>
  )
}

/** Delay after the last key: counting walks through the whole document. */
const PAUSE = 150

function useTranslationState({ model }: DocumentForm, translation: Translation): TranslationState {
  const [counted, setCounted] = useState(() => ({ of: translation, state: translation.state() }))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setCounted({ of: translation, state: translation.state() }), PAUSE)
    }
    const stop = model.subscribe(count)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [model, translation])
  if (counted.of === translation) return counted.state
  const state = translation.state()
  setCounted({ of: translation, state })
  return state
}

/** The first open unit after the focused field, or the first of all. */
function nextAfter(open: readonly string[], active: Element | null): string | undefined {
  const here = active?.closest('[data-field]')
  if (!here) return open[0]
  const behind = open.find((path) => {
    const row = document.querySelector(`[data-field="${CSS.escape(path)}"]`)
    return row !== null && row !== here && (here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
  return behind ?? open[0]
}
