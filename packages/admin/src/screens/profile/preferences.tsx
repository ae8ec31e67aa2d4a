import { errorWords, explain } from '../../data/error-words.ts'
import { usePreference, useResetPreferences } from '../../data/use-preference.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Labelled, Select } from '../../design/input.tsx'
import { Section } from '../../design/page.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { type Appearance, changeAppearance, chooseLanguage, useAppearance } from '../../words/appearance.ts'
import { useFormats } from '../../words/formats.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { profileWords } from '../../words/profile.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './profile.module.css'

export function Preferences() {
  const said = useWords(profileWords)
  const shell = useWords(shellWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const { theme, density, language, narrow } = useAppearance()
  const [, keepLanguage] = usePreference<string>('language')
  const resetting = useResetPreferences()
  const { asking, ask, stop } = useAsking<true>()

  // Changes the language of this browser and of mails to the user.
  function speak(next: Appearance['language']): void {
    void chooseLanguage(next)
    keepLanguage(next)
  }

  const reset = () =>
    resetting.mutate(undefined, {
      onSuccess: () => toast(said.wasReset),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <>
      <Section title={said.appearance}>
        <div className={styles.choices}>
          <Choice<Appearance['language']>
            label={shell.language}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: formats.locale(value) }))}
            onChange={speak}
          />
          <Choice<Appearance['theme']>
            label={shell.theme}
            value={theme}
            options={[
              { value: 'system', label: shell.system },
              { value: 'light', label: shell.light },
              { value: 'dark', label: shell.dark },
            ]}
            onChange={(next) => changeAppearance({ theme: next })}
          />
          <Choice<Appearance['density']>
            label={shell.density}
            value={density}
            options={[
              { value: 'comfortable', label: shell.comfortable },
              { value: 'compact', label: shell.compact },
            ]}
            onChange={(next) => changeAppearance({ density: next })}
          />
          <Choice<'names' | 'icons'>
            label={said.navigation}
            value={narrow ? 'icons' : 'names'}
            options={[
              { value: 'names', label: said.names },
              { value: 'icons', label: said.icons },
            ]}
            onChange={(next) => changeAppearance({ narrow: next === 'icons' })}
          />
        </div>
      </Section>
      <Section title={said.kept} about={said.keptAbout}>
        <Button kind="outline" disabled={resetting.isPending} onClick={() => ask(true)}>
          {said.reset}
        </Button>
      </Section>
      {asking && (
        <Confirm title={said.reset} action={said.reset} onConfirm={reset} onClose={stop}>
          {said.askReset}
        </Confirm>
      )}
    </>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Labelled label={label}>
      {(described) => <Select<Value> {...described} value={value} options={options} onChange={onChange} />}
    </Labelled>
  )
}
