import './personal-data/personal-data-operations.ts';
import './personal-data/personal-data.type.ts';
