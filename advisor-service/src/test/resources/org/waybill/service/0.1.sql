/*M!999999\- enable the sandbox mode */ 

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
DROP TABLE IF EXISTS `account`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `account` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(100) NOT NULL,
  `secret_hash` varchar(200) NOT NULL,
  `role_name` varchar(20) NOT NULL,
  `enabled` tinyint(1) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `account_name` (`name`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `account` WRITE;
/*!40000 ALTER TABLE `account` DISABLE KEYS */;
INSERT INTO `account` VALUES
(1,0,'admin','{bcrypt}$2a$10$8HI2eUKpU4ugS70Zg0dRcOm9O1jEFbLViYh2DR0GwG8KNkS12Aiju','ADMINISTRATOR',1,1795904924178893),
(2,0,'viewer','{bcrypt}$2a$10$Gdclmf/eNH2PUPjFGDlnDuO7mYO4e/tc0MWScwyBc4pao4xO.P.3O','VIEWER',1,1795904926520787);
/*!40000 ALTER TABLE `account` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `audit`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `audit` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `happened_at` bigint(20) NOT NULL,
  `account` varchar(100) NOT NULL,
  `action_name` varchar(40) NOT NULL,
  `subject_kind` varchar(20) NOT NULL,
  `subject_id` bigint(20) NOT NULL,
  `detail` varchar(2000) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `audit_subject` (`subject_kind`,`subject_id`,`id`),
  KEY `audit_account` (`account`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=158 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `audit` WRITE;
/*!40000 ALTER TABLE `audit` DISABLE KEYS */;
INSERT INTO `audit` VALUES
(1,1795904922487230,'service','ADD','ORGANISATION',1,'import: Organisation[id=0, version=0, name=CERN, country=CH, url=https://home.cern]'),
(2,1795904922532363,'service','ADD','ORGANISATION',2,'import: Organisation[id=0, version=0, name=Fermi National Accelerator Laboratory, country=US, url=https://www.fnal.gov]'),
(3,1795904922559611,'service','ADD','ORGANISATION',3,'import: Organisation[id=0, version=0, name=Brookhaven National Laboratory, country=US, url=https://www.bnl.gov]'),
(157,1795904928668937,'admin','ATTACH','TOPOLOGY',1,'Ring: dtn.example.org at a');
/*!40000 ALTER TABLE `audit` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `circuit_attachment`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `circuit_attachment` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `provisioning_id` bigint(20) NOT NULL,
  `subject` varchar(255) NOT NULL,
  `point` varchar(500) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `circuit_attachment_subject` (`provisioning_id`,`subject`),
  CONSTRAINT `circuit_attachment_provisioning` FOREIGN KEY (`provisioning_id`) REFERENCES `provisioning` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `circuit_attachment` WRITE;
/*!40000 ALTER TABLE `circuit_attachment` DISABLE KEYS */;
INSERT INTO `circuit_attachment` VALUES
(1,0,1,'dtn.example.org','a');
/*!40000 ALTER TABLE `circuit_attachment` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `circuit_link`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `circuit_link` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `provisioning_id` bigint(20) NOT NULL,
  `source_node` varchar(200) NOT NULL,
  `target_node` varchar(200) NOT NULL,
  `parallel_number` int(11) NOT NULL,
  `bits_per_second` double NOT NULL,
  `metric` double NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `circuit_link_place` (`provisioning_id`,`source_node`,`target_node`,`parallel_number`),
  KEY `circuit_link_source` (`source_node`),
  KEY `circuit_link_target` (`target_node`),
  CONSTRAINT `circuit_link_provisioning` FOREIGN KEY (`provisioning_id`) REFERENCES `provisioning` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `circuit_link` WRITE;
/*!40000 ALTER TABLE `circuit_link` DISABLE KEYS */;
INSERT INTO `circuit_link` VALUES
(1,0,1,'a','b',0,10000000000,1),
(2,0,1,'b','c',0,10000000000,1),
(3,0,1,'a','c',0,3000000000,1);
/*!40000 ALTER TABLE `circuit_link` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `circuit_reservation`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `circuit_reservation` (
  `id` varchar(36) NOT NULL,
  `provisioning_id` bigint(20) NOT NULL,
  `state_name` varchar(20) NOT NULL,
  `source_host` varchar(255) NOT NULL,
  `destination_host` varchar(255) NOT NULL,
  `ingress` varchar(500) NOT NULL,
  `egress` varchar(500) NOT NULL,
  `start_at` bigint(20) NOT NULL,
  `end_at` bigint(20) NOT NULL,
  `bits_per_second` double NOT NULL,
  `node_path` text NOT NULL,
  `held_until` bigint(20) DEFAULT NULL,
  `external_id` varchar(200) NOT NULL,
  `account` varchar(100) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `circuit_reservation_provisioning` (`provisioning_id`),
  KEY `circuit_reservation_state` (`state_name`,`held_until`),
  KEY `circuit_reservation_created_at` (`created_at`),
  CONSTRAINT `circuit_reservation_provisioning` FOREIGN KEY (`provisioning_id`) REFERENCES `provisioning` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `circuit_reservation` WRITE;
/*!40000 ALTER TABLE `circuit_reservation` DISABLE KEYS */;
INSERT INTO `circuit_reservation` VALUES
('00000000-0000-4000-8000-000000000004',1,'COMMITTED','a','c','a','c',1826704800000000,1826712000000000,1000000000,'a\nc',NULL,'','admin',1795904928832130);
/*!40000 ALTER TABLE `circuit_reservation` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `deleted_entry`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `deleted_entry` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `deleted_at` bigint(20) NOT NULL,
  `account` varchar(100) NOT NULL,
  `subject_kind` varchar(20) NOT NULL,
  `subject_name` varchar(300) NOT NULL,
  `content` longtext NOT NULL,
  `restored_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `deleted_entry_deleted_at` (`deleted_at`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `deleted_entry` WRITE;
/*!40000 ALTER TABLE `deleted_entry` DISABLE KEYS */;
INSERT INTO `deleted_entry` VALUES
(1,0,1795904927866394,'admin','HOST','gone.example.org','[{\"entry\":{\"name\":\"gone.example.org\",\"site\":\"Messhalle\",\"addresses\":[]},\"kind\":\"HOST\"}]',NULL);
/*!40000 ALTER TABLE `deleted_entry` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `domain_name`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `domain_name` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  `site_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `domain_name_name` (`name`),
  KEY `domain_name_site` (`site_id`),
  CONSTRAINT `domain_name_site` FOREIGN KEY (`site_id`) REFERENCES `site` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=38 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `domain_name` WRITE;
/*!40000 ALTER TABLE `domain_name` DISABLE KEYS */;
INSERT INTO `domain_name` VALUES
(1,0,'cern.ch',1),
(2,0,'fnal.gov',2),
(3,0,'bnl.gov',3),
(4,0,'nersc.gov',4),
(5,0,'ornl.gov',5),
(6,0,'alcf.anl.gov',6),
(7,0,'slac.stanford.edu',7),
(8,0,'llnl.gov',8),
(9,0,'ncsa.illinois.edu',9),
(10,0,'sdsc.edu',10),
(11,0,'tacc.utexas.edu',11),
(12,0,'psc.edu',12),
(13,0,'ucar.edu',13),
(14,0,'memphis.edu',14),
(15,0,'umich.edu',15),
(16,0,'caltech.edu',16),
(17,0,'mit.edu',17),
(18,0,'stanford.edu',18),
(19,0,'triumf.ca',19),
(20,0,'desy.de',20),
(21,0,'dkrz.de',21),
(22,0,'gridka.de',22),
(23,0,'fz-juelich.de',23),
(24,0,'lrz.de',24),
(25,0,'rl.ac.uk',25),
(26,0,'ebi.ac.uk',26),
(27,0,'in2p3.fr',27),
(28,0,'surfsara.nl',28),
(29,0,'nikhef.nl',29),
(30,0,'cr.cnaf.infn.it',30),
(31,0,'cineca.it',31),
(32,0,'bsc.es',32),
(33,0,'cscs.ch',33),
(34,0,'csc.fi',34),
(35,0,'kek.jp',35),
(36,0,'grid.sinica.edu.tw',36),
(37,0,'nci.org.au',37);
/*!40000 ALTER TABLE `domain_name` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `endpoint`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `endpoint` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `host_id` bigint(20) NOT NULL,
  `protocol` varchar(20) NOT NULL,
  `port` int(11) NOT NULL,
  `banner` varchar(500) NOT NULL,
  `last_seen_open` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `endpoint_host_protocol_port` (`host_id`,`protocol`,`port`),
  CONSTRAINT `endpoint_host` FOREIGN KEY (`host_id`) REFERENCES `host` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=11 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `endpoint` WRITE;
/*!40000 ALTER TABLE `endpoint` DISABLE KEYS */;
INSERT INTO `endpoint` VALUES
(1,0,1,'SSH',22,'',NULL),
(2,0,1,'SFTP',22,'',NULL),
(3,0,2,'SSH',22,'',NULL),
(4,0,2,'SFTP',22,'',NULL),
(5,0,3,'XROOTD',1094,'',NULL),
(6,0,4,'HTTPS',443,'',NULL),
(7,0,5,'HTTPS',443,'',NULL),
(8,0,7,'HTTPS',443,'',NULL),
(9,0,6,'FTP',21,'',NULL),
(10,0,6,'HTTPS',443,'',NULL);
/*!40000 ALTER TABLE `endpoint` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `flyway_schema_history`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `flyway_schema_history` (
  `installed_rank` int(11) NOT NULL,
  `version` varchar(50) DEFAULT NULL,
  `description` varchar(200) NOT NULL,
  `type` varchar(20) NOT NULL,
  `script` varchar(1000) NOT NULL,
  `checksum` int(11) DEFAULT NULL,
  `installed_by` varchar(100) NOT NULL,
  `installed_on` timestamp NOT NULL DEFAULT current_timestamp(),
  `execution_time` int(11) NOT NULL,
  `success` tinyint(1) NOT NULL,
  PRIMARY KEY (`installed_rank`),
  KEY `flyway_schema_history_s_idx` (`success`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `flyway_schema_history` WRITE;
/*!40000 ALTER TABLE `flyway_schema_history` DISABLE KEYS */;
INSERT INTO `flyway_schema_history` VALUES
(1,'1','catalogue','SQL','V1__catalogue.sql',1303991032,'waybill','2026-11-28 22:28:23',285,1),
(2,'2','history','SQL','V2__history.sql',1586343350,'waybill','2026-11-28 22:28:24',402,1),
(3,'3','accounts','SQL','V3__accounts.sql',-64528497,'waybill','2026-11-28 22:28:24',224,1),
(4,'10','circuits','SQL','V10__circuits.sql',-474436850,'waybill','2026-11-28 22:28:24',223,1),
(5,'20','history import','SQL','V20__history_import.sql',1737792092,'waybill','2026-11-28 22:28:24',252,1),
(6,'21','jobs','SQL','V21__jobs.sql',1011434690,'waybill','2026-11-28 22:28:25',68,1),
(7,'30','console','SQL','V30__console.sql',-1820083677,'waybill','2026-11-28 22:28:25',134,1),
(8,'40','overlay','SQL','V40__overlay.sql',1892159605,'waybill','2026-11-28 22:28:25',120,1),
(9,'41','running','SQL','V41__running.sql',961446790,'waybill','2026-11-28 22:28:25',118,1);
/*!40000 ALTER TABLE `flyway_schema_history` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `forecast`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `forecast` (
  `id` varchar(36) NOT NULL,
  `made_at` bigint(20) NOT NULL,
  `source_host` varchar(255) NOT NULL,
  `destination_host` varchar(255) NOT NULL,
  `transport` varchar(40) NOT NULL,
  `via` varchar(500) NOT NULL,
  `streams` int(11) NOT NULL,
  `storage` varchar(10) NOT NULL,
  `byte_count` bigint(20) NOT NULL,
  `file_count` bigint(20) NOT NULL,
  `rtt_millis` double DEFAULT NULL,
  `bottleneck_bits_per_second` double DEFAULT NULL,
  `loss_ratio` double DEFAULT NULL,
  `seconds_p50` double NOT NULL,
  `seconds_p90` double NOT NULL,
  `basis` varchar(20) NOT NULL,
  `predictor` varchar(60) NOT NULL,
  `sample_count` int(11) NOT NULL,
  `inputs` text NOT NULL,
  `outcome_seconds` double DEFAULT NULL,
  `scored_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `forecast_pair` (`source_host`,`destination_host`,`scored_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `forecast` WRITE;
/*!40000 ALTER TABLE `forecast` DISABLE KEYS */;
INSERT INTO `forecast` VALUES
('1126fb9f-b3c1-470d-9486-aa225334dcd1',1795904927923117,'dtn.example.org','b.example.org','tcp','',4,'DISK',1000000000,3,20,1000000000,NULL,8.81948034092543,11.396234000856342,'PROBE','prior by link',0,'transfers=0 newest=none rttMillis=20.0 bottleneckBitsPerSecond=1.0E9 lossRatio=null',9.5,1795904928192920);
/*!40000 ALTER TABLE `forecast` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `host`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `host` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  `site_id` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `host_name` (`name`),
  KEY `host_site` (`site_id`),
  CONSTRAINT `host_site` FOREIGN KEY (`site_id`) REFERENCES `site` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=10 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `host` WRITE;
/*!40000 ALTER TABLE `host` DISABLE KEYS */;
INSERT INTO `host` VALUES
(1,0,'dtn01.nersc.gov',4),
(2,0,'dtn02.nersc.gov',4),
(3,0,'eospublic.cern.ch',1),
(4,0,'esgf-data.dkrz.de',21),
(5,0,'esgf-node.llnl.gov',8),
(6,0,'ftp.ebi.ac.uk',26),
(7,0,'esgf.nci.org.au',37),
(8,0,'dtn.example.org',38);
/*!40000 ALTER TABLE `host` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `host_address`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `host_address` (
  `host_id` bigint(20) NOT NULL,
  `position` int(11) NOT NULL,
  `address` varchar(45) NOT NULL,
  PRIMARY KEY (`host_id`,`position`),
  KEY `host_address_address` (`address`),
  CONSTRAINT `host_address_host` FOREIGN KEY (`host_id`) REFERENCES `host` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `host_address` WRITE;
/*!40000 ALTER TABLE `host_address` DISABLE KEYS */;
INSERT INTO `host_address` VALUES
(8,0,'192.0.2.7'),
(8,1,'2001:db8:0:0:0:0:0:7');
/*!40000 ALTER TABLE `host_address` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `link_booking`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `link_booking` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `reservation_id` varchar(36) NOT NULL,
  `link_id` bigint(20) NOT NULL,
  `start_at` bigint(20) NOT NULL,
  `end_at` bigint(20) NOT NULL,
  `bits_per_second` double NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `link_booking_once` (`reservation_id`,`link_id`),
  KEY `link_booking_time` (`link_id`,`end_at`),
  CONSTRAINT `link_booking_link` FOREIGN KEY (`link_id`) REFERENCES `circuit_link` (`id`),
  CONSTRAINT `link_booking_reservation` FOREIGN KEY (`reservation_id`) REFERENCES `circuit_reservation` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `link_booking` WRITE;
/*!40000 ALTER TABLE `link_booking` DISABLE KEYS */;
INSERT INTO `link_booking` VALUES
(1,'00000000-0000-4000-8000-000000000004',3,1826704800000000,1826712000000000,1000000000);
/*!40000 ALTER TABLE `link_booking` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `measurement`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `measurement` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `source_host` varchar(255) NOT NULL,
  `destination_host` varchar(255) NOT NULL,
  `quantity` varchar(30) NOT NULL,
  `measured_value` double NOT NULL,
  `method` varchar(100) NOT NULL,
  `sample_count` int(11) NOT NULL,
  `error_percent` double DEFAULT NULL,
  `measured_at` bigint(20) NOT NULL,
  `fingerprint` varchar(36) DEFAULT NULL,
  `pushed` tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  UNIQUE KEY `measurement_fingerprint` (`fingerprint`),
  KEY `measurement_pair` (`source_host`,`destination_host`,`measured_at`),
  KEY `measurement_destination` (`destination_host`,`measured_at`),
  KEY `measurement_measured_at` (`measured_at`),
  KEY `measurement_pushed` (`pushed`,`measured_at`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `measurement` WRITE;
/*!40000 ALTER TABLE `measurement` DISABLE KEYS */;
INSERT INTO `measurement` VALUES
(1,'dtn.example.org','b.example.org','RTT',20.5,'ping',10,1.5,1795165200000000,'0662e19a-2da0-3cbe-abb5-53da25c1b8f7',0);
/*!40000 ALTER TABLE `measurement` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `organisation`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `organisation` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `country` varchar(2) NOT NULL,
  `url` varchar(500) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `organisation_name` (`name`)
) ENGINE=InnoDB AUTO_INCREMENT=40 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `organisation` WRITE;
/*!40000 ALTER TABLE `organisation` DISABLE KEYS */;
INSERT INTO `organisation` VALUES
(1,0,'CERN','CH','https://home.cern'),
(2,0,'Fermi National Accelerator Laboratory','US','https://www.fnal.gov'),
(3,0,'Brookhaven National Laboratory','US','https://www.bnl.gov'),
(4,0,'Lawrence Berkeley National Laboratory','US','https://www.lbl.gov'),
(5,0,'Oak Ridge National Laboratory','US','https://www.ornl.gov'),
(6,0,'Argonne National Laboratory','US','https://www.anl.gov'),
(7,0,'SLAC National Accelerator Laboratory','US','https://www6.slac.stanford.edu'),
(8,0,'Lawrence Livermore National Laboratory','US','https://www.llnl.gov'),
(9,0,'National Center for Supercomputing Applications','US','https://www.ncsa.illinois.edu'),
(10,0,'San Diego Supercomputer Center','US','https://www.sdsc.edu'),
(11,0,'Texas Advanced Computing Center','US','https://tacc.utexas.edu'),
(12,0,'Pittsburgh Supercomputing Center','US','https://www.psc.edu'),
(13,0,'National Center for Atmospheric Research','US','https://ncar.ucar.edu'),
(14,0,'University of Memphis','US','https://www.memphis.edu'),
(15,0,'University of Michigan','US','https://umich.edu'),
(16,0,'California Institute of Technology','US','https://www.caltech.edu'),
(17,0,'Massachusetts Institute of Technology','US','https://www.mit.edu'),
(18,0,'Stanford University','US','https://www.stanford.edu'),
(19,0,'TRIUMF','CA','https://www.triumf.ca'),
(20,0,'Deutsches Elektronen-Synchrotron','DE','https://www.desy.de'),
(21,0,'Deutsches Klimarechenzentrum','DE','https://www.dkrz.de'),
(22,0,'Karlsruhe Institute of Technology','DE','https://www.kit.edu'),
(23,0,'Forschungszentrum Jülich','DE','https://www.fz-juelich.de'),
(24,0,'Leibniz Supercomputing Centre','DE','https://www.lrz.de'),
(25,0,'Science and Technology Facilities Council','GB','https://www.ukri.org/councils/stfc/'),
(26,0,'EMBL\'s European Bioinformatics Institute','GB','https://www.ebi.ac.uk'),
(27,0,'CC-IN2P3','FR','https://cc.in2p3.fr'),
(28,0,'SURF','NL','https://www.surf.nl'),
(29,0,'Nikhef','NL','https://www.nikhef.nl'),
(30,0,'INFN','IT','https://www.cnaf.infn.it'),
(31,0,'CINECA','IT','https://www.cineca.it'),
(32,0,'Barcelona Supercomputing Center','ES','https://www.bsc.es'),
(33,0,'Swiss National Supercomputing Centre','CH','https://www.cscs.ch'),
(34,0,'CSC – IT Center for Science','FI','https://www.csc.fi'),
(35,0,'High Energy Accelerator Research Organization (KEK)','JP','https://www.kek.jp'),
(36,0,'Academia Sinica','TW','https://www.sinica.edu.tw'),
(37,0,'National Computational Infrastructure','AU','https://nci.org.au'),
(38,0,'Institut für Prüfung','DE','https://example.org/'),
(39,0,'Waybill circuits','','');
/*!40000 ALTER TABLE `organisation` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `provisioning`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `provisioning` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `system_kind` varchar(20) NOT NULL,
  `url` varchar(500) NOT NULL,
  `site_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `provisioning_name` (`name`),
  KEY `provisioning_site` (`site_id`),
  CONSTRAINT `provisioning_site` FOREIGN KEY (`site_id`) REFERENCES `site` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `provisioning` WRITE;
/*!40000 ALTER TABLE `provisioning` DISABLE KEYS */;
INSERT INTO `provisioning` VALUES
(1,0,'Ring','BUILT_IN','',39);
/*!40000 ALTER TABLE `provisioning` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `relay`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `relay` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `host_id` bigint(20) NOT NULL,
  `port` int(11) NOT NULL,
  `fingerprint` varchar(64) NOT NULL,
  `capacity_bits_per_second` double DEFAULT NULL,
  `last_seen` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `relay_name` (`name`),
  KEY `relay_host` (`host_id`),
  CONSTRAINT `relay_host` FOREIGN KEY (`host_id`) REFERENCES `host` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `relay` WRITE;
/*!40000 ALTER TABLE `relay` DISABLE KEYS */;
INSERT INTO `relay` VALUES
(1,0,'relay',8,7411,'',10000000000,NULL);
/*!40000 ALTER TABLE `relay` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `relay_report`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `relay_report` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `relay_id` bigint(20) NOT NULL,
  `said_at` bigint(20) NOT NULL,
  `received_at` bigint(20) NOT NULL,
  `paths` int(11) NOT NULL,
  `most_paths` int(11) NOT NULL,
  `streams` int(11) NOT NULL,
  `most_streams` int(11) NOT NULL,
  `forwarded_bytes` bigint(20) NOT NULL,
  `traversal_bits_per_second` double DEFAULT NULL,
  `capacity_bits_per_second` double DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `relay_report_relay` (`relay_id`),
  CONSTRAINT `relay_report_of` FOREIGN KEY (`relay_id`) REFERENCES `relay` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `relay_report` WRITE;
/*!40000 ALTER TABLE `relay_report` DISABLE KEYS */;
/*!40000 ALTER TABLE `relay_report` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `route_issuer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `route_issuer` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `public_key` varchar(64) NOT NULL,
  `added_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `route_issuer_key` (`public_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `route_issuer` WRITE;
/*!40000 ALTER TABLE `route_issuer` DISABLE KEYS */;
/*!40000 ALTER TABLE `route_issuer` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `running_transfer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `running_transfer` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `transfer_id` varchar(36) NOT NULL,
  `source_host` varchar(255) NOT NULL,
  `destination_host` varchar(255) NOT NULL,
  `transport` varchar(40) NOT NULL,
  `via` varchar(500) NOT NULL,
  `bytes_done` bigint(20) NOT NULL,
  `bytes_total` bigint(20) NOT NULL,
  `files_done` bigint(20) NOT NULL,
  `files_total` bigint(20) NOT NULL,
  `bits_per_second` double NOT NULL,
  `started_at` bigint(20) NOT NULL,
  `heard_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `running_transfer_id` (`transfer_id`),
  KEY `running_transfer_heard` (`heard_at`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `running_transfer` WRITE;
/*!40000 ALTER TABLE `running_transfer` DISABLE KEYS */;
INSERT INTO `running_transfer` VALUES
(1,0,'00000000-0000-4000-8000-000000000003','dtn.example.org','b.example.org','tcp','',1,10,0,1,1000000,1795168800000000,1795904928357285);
/*!40000 ALTER TABLE `running_transfer` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `scheduled_tasks`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `scheduled_tasks` (
  `task_name` varchar(100) NOT NULL,
  `task_instance` varchar(100) NOT NULL,
  `task_data` blob DEFAULT NULL,
  `execution_time` timestamp(6) NOT NULL,
  `picked` tinyint(1) NOT NULL,
  `picked_by` varchar(50) DEFAULT NULL,
  `last_success` timestamp(6) NULL DEFAULT NULL,
  `last_failure` timestamp(6) NULL DEFAULT NULL,
  `consecutive_failures` int(11) DEFAULT NULL,
  `last_heartbeat` timestamp(6) NULL DEFAULT NULL,
  `version` bigint(20) NOT NULL,
  `priority` smallint(6) DEFAULT NULL,
  PRIMARY KEY (`task_name`,`task_instance`),
  KEY `scheduled_tasks_execution_time` (`execution_time`),
  KEY `scheduled_tasks_last_heartbeat` (`last_heartbeat`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `scheduled_tasks` WRITE;
/*!40000 ALTER TABLE `scheduled_tasks` DISABLE KEYS */;
INSERT INTO `scheduled_tasks` VALUES
('circuit-hold-expiry','recurring',NULL,'2026-11-28 22:28:58.000000',0,NULL,'2026-11-28 22:28:38.000000',NULL,0,NULL,3,NULL),
('history-push','recurring',NULL,'2026-11-28 22:29:37.000000',0,NULL,'2026-11-28 22:28:37.000000',NULL,0,NULL,3,NULL),
('log-followers','recurring',NULL,'2026-11-28 22:29:07.000000',0,NULL,'2026-11-28 22:28:37.000000',NULL,0,NULL,3,NULL),
('topology-refresh','recurring',NULL,'2026-11-28 22:29:37.000000',0,NULL,'2026-11-28 22:28:37.000000',NULL,0,NULL,3,NULL),
('virtual-link-turn','recurring',NULL,'2026-11-28 22:28:48.000000',0,NULL,'2026-11-28 22:28:38.000000',NULL,0,NULL,3,NULL);
/*!40000 ALTER TABLE `scheduled_tasks` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `setting`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `setting` (
  `name` varchar(100) NOT NULL,
  `text_value` text NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `setting` WRITE;
/*!40000 ALTER TABLE `setting` DISABLE KEYS */;
INSERT INTO `setting` VALUES
('catalogue.starter','1');
/*!40000 ALTER TABLE `setting` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `site`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `site` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `organisation_id` bigint(20) NOT NULL,
  `city` varchar(100) NOT NULL,
  `country` varchar(2) NOT NULL,
  `latitude` double DEFAULT NULL,
  `longitude` double DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `site_name` (`name`),
  KEY `site_organisation` (`organisation_id`),
  CONSTRAINT `site_organisation` FOREIGN KEY (`organisation_id`) REFERENCES `organisation` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=40 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `site` WRITE;
/*!40000 ALTER TABLE `site` DISABLE KEYS */;
INSERT INTO `site` VALUES
(1,0,'CERN Meyrin',1,'Meyrin','CH',46.233,6.0557),
(2,0,'Fermilab',2,'Batavia','US',41.8406,-88.2794),
(3,0,'BNL',3,'Upton','US',40.869,-72.886),
(4,0,'NERSC',4,'Berkeley','US',37.8765,-122.2527),
(5,0,'ORNL',5,'Oak Ridge','US',35.931,-84.31),
(6,0,'ALCF',6,'Lemont','US',41.7183,-87.9789),
(7,0,'SLAC',7,'Menlo Park','US',37.4193,-122.2046),
(8,0,'LLNL',8,'Livermore','US',37.6875,-121.706),
(9,0,'NCSA',9,'Urbana','US',40.115,-88.2247),
(10,0,'SDSC',10,'La Jolla','US',32.8844,-117.2394),
(11,0,'TACC',11,'Austin','US',30.3902,-97.7256),
(12,0,'PSC',12,'Pittsburgh','US',40.4455,-79.949),
(13,0,'NCAR Wyoming',13,'Cheyenne','US',41.13,-104.897),
(14,0,'University of Memphis',14,'Memphis','US',35.1187,-89.9371),
(15,0,'University of Michigan',15,'Ann Arbor','US',42.278,-83.7382),
(16,0,'Caltech',16,'Pasadena','US',34.1377,-118.1253),
(17,0,'MIT',17,'Cambridge','US',42.3601,-71.0942),
(18,0,'Stanford',18,'Stanford','US',37.4275,-122.1697),
(19,0,'TRIUMF',19,'Vancouver','CA',49.2475,-123.2308),
(20,0,'DESY Hamburg',20,'Hamburg','DE',53.5753,9.8796),
(21,0,'DKRZ',21,'Hamburg','DE',53.5674,9.9727),
(22,0,'GridKa',22,'Eggenstein-Leopoldshafen','DE',49.0952,8.4345),
(23,0,'Jülich Supercomputing Centre',23,'Jülich','DE',50.9094,6.413),
(24,0,'LRZ',24,'Garching','DE',48.2617,11.667),
(25,0,'RAL',25,'Didcot','GB',51.5714,-1.31),
(26,0,'EMBL-EBI',26,'Hinxton','GB',52.0797,0.1867),
(27,0,'CC-IN2P3',27,'Villeurbanne','FR',45.783,4.8657),
(28,0,'SURF Amsterdam',28,'Amsterdam','NL',52.3566,4.9545),
(29,0,'Nikhef',29,'Amsterdam','NL',52.356,4.9512),
(30,0,'CNAF',30,'Bologna','IT',44.499,11.354),
(31,0,'CINECA',31,'Casalecchio di Reno','IT',44.486,11.26),
(32,0,'BSC',32,'Barcelona','ES',41.3893,2.116),
(33,0,'CSCS',33,'Lugano','CH',46.0246,8.96),
(34,0,'CSC Kajaani',34,'Kajaani','FI',64.231,27.701),
(35,0,'KEK Tsukuba',35,'Tsukuba','JP',36.149,140.076),
(36,0,'ASGC',36,'Taipei','TW',25.041,121.614),
(37,0,'NCI',37,'Canberra','AU',-35.2752,149.119),
(38,0,'Messhalle',38,'Göttingen','DE',51.5,9.9),
(39,0,'Waybill circuits',39,'','',NULL,NULL);
/*!40000 ALTER TABLE `site` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `subnet`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `subnet` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `prefix` varchar(49) NOT NULL,
  `first_address` varbinary(16) NOT NULL,
  `last_address` varbinary(16) NOT NULL,
  `site_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `subnet_prefix` (`prefix`),
  KEY `subnet_site` (`site_id`),
  KEY `subnet_first_address` (`first_address`),
  CONSTRAINT `subnet_site` FOREIGN KEY (`site_id`) REFERENCES `site` (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=20 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `subnet` WRITE;
/*!40000 ALTER TABLE `subnet` DISABLE KEYS */;
INSERT INTO `subnet` VALUES
(1,0,'128.141.0.0/16',0x00000000000000000000FFFF808D0000,0x00000000000000000000FFFF808DFFFF,1),
(2,0,'128.142.0.0/16',0x00000000000000000000FFFF808E0000,0x00000000000000000000FFFF808EFFFF,1),
(3,0,'137.138.0.0/16',0x00000000000000000000FFFF898A0000,0x00000000000000000000FFFF898AFFFF,1),
(4,0,'188.184.0.0/15',0x00000000000000000000FFFFBCB80000,0x00000000000000000000FFFFBCB9FFFF,1),
(5,0,'131.225.0.0/16',0x00000000000000000000FFFF83E10000,0x00000000000000000000FFFF83E1FFFF,2),
(6,0,'130.199.0.0/16',0x00000000000000000000FFFF82C70000,0x00000000000000000000FFFF82C7FFFF,3),
(7,0,'128.55.0.0/16',0x00000000000000000000FFFF80370000,0x00000000000000000000FFFF8037FFFF,4),
(8,0,'134.79.0.0/16',0x00000000000000000000FFFF864F0000,0x00000000000000000000FFFF864FFFFF,7),
(9,0,'141.142.0.0/16',0x00000000000000000000FFFF8D8E0000,0x00000000000000000000FFFF8D8EFFFF,9),
(10,0,'141.225.0.0/16',0x00000000000000000000FFFF8DE10000,0x00000000000000000000FFFF8DE1FFFF,14),
(11,0,'141.211.0.0/16',0x00000000000000000000FFFF8DD30000,0x00000000000000000000FFFF8DD3FFFF,15),
(12,0,'131.215.0.0/16',0x00000000000000000000FFFF83D70000,0x00000000000000000000FFFF83D7FFFF,16),
(13,0,'18.0.0.0/11',0x00000000000000000000FFFF12000000,0x00000000000000000000FFFF121FFFFF,17),
(14,0,'142.90.0.0/16',0x00000000000000000000FFFF8E5A0000,0x00000000000000000000FFFF8E5AFFFF,19),
(15,0,'131.169.0.0/16',0x00000000000000000000FFFF83A90000,0x00000000000000000000FFFF83A9FFFF,20),
(16,0,'136.172.0.0/16',0x00000000000000000000FFFF88AC0000,0x00000000000000000000FFFF88ACFFFF,21),
(17,0,'130.246.0.0/16',0x00000000000000000000FFFF82F60000,0x00000000000000000000FFFF82F6FFFF,25),
(18,0,'134.158.0.0/16',0x00000000000000000000FFFF869E0000,0x00000000000000000000FFFF869EFFFF,27),
(19,0,'130.87.0.0/16',0x00000000000000000000FFFF82570000,0x00000000000000000000FFFF8257FFFF,35);
/*!40000 ALTER TABLE `subnet` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `token`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `token` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `sha256` varchar(64) NOT NULL,
  `account_id` bigint(20) NOT NULL,
  `label` varchar(100) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `expires_at` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `token_sha256` (`sha256`),
  KEY `token_account` (`account_id`),
  KEY `token_expires_at` (`expires_at`),
  CONSTRAINT `token_account` FOREIGN KEY (`account_id`) REFERENCES `account` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `token` WRITE;
/*!40000 ALTER TABLE `token` DISABLE KEYS */;
INSERT INTO `token` VALUES
(1,'1e07e58525216c49b05bd6f4a2fcf242b9bbd2a5ab8b7f3f09d568dfb33f45da',1,'login',1795904925923279,1795948125923279),
(2,'f74460014e5ab4966b1124957e4a569d9f624ed6777942b150c1066a670a939a',1,'nightly',1795904926669176,1827527326669176);
/*!40000 ALTER TABLE `token` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `transfer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `transfer` (
  `id` varchar(36) NOT NULL,
  `source_host` varchar(255) NOT NULL,
  `destination_host` varchar(255) NOT NULL,
  `transport` varchar(40) NOT NULL,
  `via` varchar(500) NOT NULL,
  `streams` int(11) NOT NULL,
  `storage` varchar(10) NOT NULL,
  `byte_count` bigint(20) NOT NULL,
  `file_count` bigint(20) NOT NULL,
  `started_at` bigint(20) NOT NULL,
  `seconds` double NOT NULL,
  `retransmitted_bytes` bigint(20) NOT NULL,
  `resumed_bytes` bigint(20) NOT NULL,
  `status` varchar(40) NOT NULL,
  `forecast_id` varchar(36) DEFAULT NULL,
  `forecast_seconds_p50` double DEFAULT NULL,
  `forecast_seconds_p90` double DEFAULT NULL,
  `cause_code` varchar(60) NOT NULL,
  `pushed` tinyint(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (`id`),
  KEY `transfer_pair` (`source_host`,`destination_host`,`started_at`),
  KEY `transfer_destination` (`destination_host`,`started_at`),
  KEY `transfer_started_at` (`started_at`),
  KEY `transfer_pushed` (`pushed`,`started_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `transfer` WRITE;
/*!40000 ALTER TABLE `transfer` DISABLE KEYS */;
INSERT INTO `transfer` VALUES
('00000000-0000-4000-8000-000000000001','dtn.example.org','b.example.org','tcp','',4,'DISK',1000000000,3,1795168800123456,9.5,0,0,'OK','1126fb9f-b3c1-470d-9486-aa225334dcd1',8.81948034092543,8.81948034092543,'PATH',0),
('00000000-0000-4000-8000-000000000002','dtn.example.org','b.example.org','sftp','',1,'DISK',5,1,1795172400000000,1,0,0,'TIMEOUT',NULL,NULL,NULL,'',0),
('a72941c4-a567-3053-a010-9b665e7022f4','dtn.example.org','192.0.2.9','gsiftp','',4,'DISK',1000000000,1,1704619662223249,12,0,0,'OK',NULL,NULL,NULL,'',0);
/*!40000 ALTER TABLE `transfer` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `upload`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `upload` (
  `id` varchar(43) NOT NULL,
  `uploaded_at` bigint(20) NOT NULL,
  `account` varchar(100) NOT NULL,
  `subject_kind` varchar(20) NOT NULL,
  `format_name` varchar(10) NOT NULL,
  `content` longtext NOT NULL,
  PRIMARY KEY (`id`),
  KEY `upload_uploaded_at` (`uploaded_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `upload` WRITE;
/*!40000 ALTER TABLE `upload` DISABLE KEYS */;
/*!40000 ALTER TABLE `upload` ENABLE KEYS */;
UNLOCK TABLES;
DROP TABLE IF EXISTS `virtual_link`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `virtual_link` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `version` bigint(20) NOT NULL,
  `source_id` bigint(20) NOT NULL,
  `destination_id` bigint(20) NOT NULL,
  `ordered_at` bigint(20) DEFAULT NULL,
  `lease_until` bigint(20) DEFAULT NULL,
  `problem` varchar(300) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `virtual_link_ends` (`source_id`,`destination_id`),
  KEY `virtual_link_destination` (`destination_id`),
  CONSTRAINT `virtual_link_destination` FOREIGN KEY (`destination_id`) REFERENCES `relay` (`id`) ON DELETE CASCADE,
  CONSTRAINT `virtual_link_source` FOREIGN KEY (`source_id`) REFERENCES `relay` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

LOCK TABLES `virtual_link` WRITE;
/*!40000 ALTER TABLE `virtual_link` DISABLE KEYS */;
/*!40000 ALTER TABLE `virtual_link` ENABLE KEYS */;
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

