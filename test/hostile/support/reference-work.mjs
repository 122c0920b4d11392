// What servers do with a large text: they read it, make very many small objects of it, and write it again.

const text = JSON.stringify(
  Array.from({ length: 60_000 }, (_, index) => ({ name: `name-${index}`, value: `${index}` })),
);
const found = new Map();
let at = 0;
for (let next = text.indexOf('{', at); next >= 0; next = text.indexOf('{', at)) {
  const end = text.indexOf('}', next);
  const fields = {};
  for (const field of text.slice(next + 1, end).split(',')) {
    const [name, value] = field.split(':');
    fields[name.slice(1, -1)] = { from: next, text: value.slice(1, -1) };
  }
  found.set(`key:${fields.name.text}`, fields);
  at = end;
}
const sorted = [...found.entries()].sort(([left], [right]) => (left < right ? -1 : 1));
const written = JSON.stringify(Object.fromEntries(sorted.map(([name, fields]) => [name, { ...fields }])));
const { user, system } = process.cpuUsage();
process.stdout.write(`${written.length > text.length ? (user + system) / 1000 : Number.NaN}\n`);
