import { isAuth, titleOf } from '../../data/entities.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import type { HomeCard } from '../../extensions/contract.ts'
import { homeWords } from '../../words/home.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'
import { ContinueCard } from './continue-card.tsx'
import { presentExtensions } from '../present-features.ts'
import { EmptyApplication } from './empty-application.tsx'
import { StartCard } from './start-card.tsx'
import styles from './home-screen.module.css'

export function HomeScreen() {
  const said = useWords(homeWords)
  const shell = useWords(shellWords)
  const schema = useSchema()
  const { user, collection } = useSession()
  const users = schema.collections[collection]
  const isEmpty = Object.values(schema.collections).every(isAuth) && Object.keys(schema.globals).length === 0
  const added = presentExtensions().flatMap(({ cards: own = [] }) => own)
  const cardsAt = (wanted: 'first' | 'last' | undefined) => added.filter(({ place }) => place === wanted)
  const all: readonly HomeCard[] = [
    ...cardsAt('first'),
    { key: 'start', Component: StartCard },
    { key: 'continue', Component: ContinueCard },
    ...cardsAt(undefined),
    ...cardsAt('last'),
  ]
  const main = all.filter(({ isAside }) => !isAside)
  const aside = all.filter(({ isAside }) => isAside)
  return (
    <>
      <PageBar trail={<span aria-current="page">{shell.home}</span>} />
      <div className={styles.page}>
        <PageTitle>{said.greeting({ name: (users && titleOf(users, user)) || user.email })}</PageTitle>
        {isEmpty ? (
          <EmptyApplication />
        ) : (
          <div className={styles.columns}>
            <div className={styles.column}>
              {main.map(({ key, Component }) => (
                <Component key={key} />
              ))}
            </div>
            <div className={styles.column}>
              {aside.map(({ key, Component }) => (
                <Component key={key} />
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  )
}
