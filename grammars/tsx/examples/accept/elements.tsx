import React, { type ReactNode } from 'react'

interface Props<T extends object> {
  items: T[]
  render?: <K extends keyof T, V>(item: T, key: K) => ReactNode
}

export const List = <T extends object>({ items, render }: Props<T>): JSX.Element => {
  const [state, setState] = React.useState<Array<string>>([])
  return (
    <ul data-a aria-label="a" onClick={(event) => setState((state as any)!)}>
      {items.map((item, index) => <Item<T> key={index} {...item} />)}
      {render?.<T, string>(items[0], 'a') ?? <>nothing, it's {state.length as number}</>}
      <Select<Map<string, T>> value={state}>text</Select>
      <Select<Map<string, T>>>text</Select>
    </ul>
  )
}

const first = <T,>(x: T) => x
const second = <const T, U = T>(x: T, y?: U): T => x
const third = async <T,>(x: T) => <div>{x as ReactNode}</div>
const fourth = <T = unknown,>(x: T) => <object.a/> as any
const less = 1 < 2, more = first < (second as any)
export default <a.b/>
