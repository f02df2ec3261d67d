const a = <div>{</div>
