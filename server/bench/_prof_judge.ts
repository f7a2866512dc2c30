import { openBenchServer, shoot } from './_load.ts';
const s = await openBenchServer();
const VALUE='sk_live_'+'4'.repeat(40);
const store={port:s.port,token:s.token,method:'POST' as const,path:'/v1/shield/store',body:JSON.stringify({name:'B',provider:'stripe',environment:'production',vault:'payments',value:VALUE})};
const {id}=JSON.parse(await shoot(store));
const reveal={port:s.port,token:s.token,method:'GET' as const,path:`/v1/shield/secrets/${id}`};
const list={port:s.port,token:s.token,method:'GET' as const,path:`/v1/artifacts`};
const L=Number(process.env.LANES??8);
for (const [n,shot] of [['store',store],['reveal',reveal],['get',list]] as const){
 for(let i=0;i<50;i++) await shoot(shot);
 (globalThis as any).__s=[];
 const N=640; const c0=process.cpuUsage(); const t0=performance.now();
 await Promise.all(Array.from({length:L},async()=>{for(let i=0;i<N/L;i++) await shoot(shot)}));
 const c=process.cpuUsage(c0); const b=(globalThis as any).__s as number[];
 console.log(n,'cpu us/op',((c.user+c.system)/N).toFixed(0),'wall us/op',((performance.now()-t0)*1000/N).toFixed(0),'batch mean',(b.reduce((x,y)=>x+y,0)/b.length).toFixed(1));
}
await s.close();
