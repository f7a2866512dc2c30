// The same without ML-DSA and ML-KEM, in this process and in what it starts.
process.env.BORINGSSL = 'classical';
require('./boringssl.cjs');
