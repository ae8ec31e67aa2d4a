import { labelOf } from '../../data/entities.ts'
import { Checkbox } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './api-keys.module.css'
import { type Chosen, type Grantable, type Group, GROUP_NAMES, groupsOf, grantKey, ticked } from './key-scopes.ts'
import { apiKeysWords } from './words.ts'

interface ScopeMatrixProps {
  readonly all: readonly Grantable[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

/** Matrix of collections and globals by groups of actions. Cells without any grantable action are empty. */
export function ScopeMatrix({ all, chosen, onChange }: ScopeMatrixProps) {
  const said = useWords(apiKeysWords)
  const columns = GROUP_NAMES.filter((group) => all.some((one) => groupsOf(one).includes(group)))
  const tick = (one: Grantable, group: Group, isTicked: boolean) =>
    onChange({ ...chosen, [grantKey(one)]: ticked(chosen[grantKey(one)] ?? [], group, isTicked) })
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix} aria-label={said.matrix}>
        <thead>
          <tr>
            <td aria-label={said.mayDo} />
            {columns.map((group) => (
              <th key={group} scope="col">
                {said.actions[group]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((one) => {
            const label = labelOf(one.entity)
            const groups = groupsOf(one)
            return (
              <tr key={grantKey(one)}>
                <th scope="row">{label}</th>
                {columns.map((group) => (
                  <td key={group}>
                    {groups.includes(group) && (
                      <Checkbox
                        aria-label={said.actionIn({ action: said.actions[group], what: label })}
                        checked={(chosen[grantKey(one)] ?? []).includes(group)}
                        onCheckedChange={(isTicked) => tick(one, group, isTicked)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
