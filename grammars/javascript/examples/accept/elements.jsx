import React from 'react'

export function List({ items, onPick, ...rest }) {
  const title = items.length < 2 && items.length > 0 ? <b>one</b> : <></>
  return (
    <ul className="list" data-kind='a "plain" one' {...rest}>
      {/* a comment */}
      {items.map((item) => (
        <li key={item.id} onClick={() => onPick(item)} hidden={item.a < 2}>
          It's {item.name}, isn't it? &mdash; // no comment
          <img src={`/${item.id}.png`} alt="" />
        </li>
      ))}
      <Menu.Item icon=<svg:path d="M 1 2
        L 3 4"/> for="b" class>{title}{}</Menu.Item>
      <>{...items}</ >
      <this.footer></this.footer>
    </ul>
  )
}

const a = <a/>
;[<b/>, <c />]
const b = `x${<i>{`y${1}`}</i>}`
export default () => <List items={[]}/>
