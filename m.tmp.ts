import { introspectionFromSchema, parse, getIntrospectionQuery, validate } from '/work/wt/gql/node_modules/graphql/index.js';
import { schema } from '/work/wt/gql/src/main/registries/schema.ts';
const t0=performance.now();
const d = introspectionFromSchema(schema, {descriptions:true, specifiedByUrl:true, directiveIsRepeatable:true, schemaDescription:true, inputValueDeprecation:true, oneOf:true});
const t1=performance.now();
const j=JSON.stringify(d); const t2=performance.now();
console.log(t1-t0, t2-t1, j.length, d.__schema.types.length);
const k=d.__schema.types; const objs=k.filter((t:any)=>t.fields); const ins=k.filter((t:any)=>t.inputFields); const en=k.filter((t:any)=>t.enumValues);
const avg=(a:any[],f:any)=>a.reduce((s,x)=>s+f(x),0)/a.length;
console.log(objs.length, avg(objs,(t:any)=>t.fields.length), ins.length, avg(ins,(t:any)=>t.inputFields.length), en.length, avg(en,(t:any)=>t.enumValues.length), avg(objs.flatMap((t:any)=>t.fields),(f:any)=>f.args.length));
for (const q of [`{ viewer { ${'keyId '.repeat(1900)} } }`, `{ ${'...A '.repeat(300)} } fragment A on Query { viewer { ${'keyId '.repeat(900)} } }`, `{ ${Array.from({length:40},(_,i)=>`...F${i}`).join(' ')} } ${Array.from({length:40},(_,i)=>`fragment F${i} on Query { viewer { ${'keyId '.repeat(20)} } coupons { nodes { id } } }`).join(' ')}`, `{ ${'coupons { nodes { id } } '.repeat(280)} }`]) {
  const a=performance.now(); const doc=parse(q,{maxTokens:2000}); const b=performance.now(); const e=validate(schema,doc); console.log('parse',(b-a).toFixed(1),'validate',(performance.now()-b).toFixed(1), e.length, (doc as any).tokenCount);
}
